import { CONNECTION_HELP } from '../connection.ts';

const SOURCE_HELP = `${CONNECTION_HELP}  --cursor after|next|none parameters of a further page: afterOps.*, nextOps.*, or no further pages
                           (default: as the profile says, else after)
Events:
  --question TEXT          only events that match this question, as in the question bar; times are in UTC;
                           --question=-me leaves out the requests of this command itself
  --plain-literals         do not mask the literals of queries (they are masked by default)
`;

const TIME_HELP = `T is a time in UTC, such as 2026-11-24, "2026-11-24 14:05", or 2026-11-24T14:05:30Z, but not with an offset such as
+02:00; or a time before now in minutes, hours, days, or weeks, such as 30m, 24h, 7d, or 2w; or today or yesterday.
`;

const RANGE_HELP = `  --since T, --until T     earliest and latest time of events
`;

const FORMAT_HELP = `  --format raw|ocsf|ecs    records as the service sent them, OCSF 1.9.0, or ECS 9.4.0 (default raw)
`;

const RUNTIME_HELP = `Needs Node.js 22.19 or later. Tokens are never taken from an argument.
`;

export const AUDIT_HELP = `Usage: audit COMMAND [options]
  list     print the newest audit events
  export   write audit events to a file or to ClickHouse, newest first
  follow   write new audit events as they arrive, to files, to standard output, or to ClickHouse
  init     create tables for audit events in ClickHouse
audit COMMAND --help shows the options of a command.
`;

export const LIST_HELP = `Prints the newest audit events, one line of JSON each.

Usage: audit list --url U --account A --token-env NAME [options]
${SOURCE_HELP}${RANGE_HELP}${FORMAT_HELP}  --limit N                at most N events (default 25)
${TIME_HELP}Ends with 0: done; 1: the service or the output failed, or a signal stopped it; 2: wrong arguments.
${RUNTIME_HELP}`;

export const EXPORT_HELP = `Writes audit events to a file, from the newest to --since or to the end of the listing.

Usage: audit export --url U --account A --token-env NAME --to FILE [options]
${SOURCE_HELP}${RANGE_HELP}Output:
  --to FILE|-              a new file: .ndjson, or .parquet for Parquet; - is standard output
  --to clickhouse:URL      tables that audit init clickhouse created; see audit follow --help
${FORMAT_HELP}${TIME_HELP}Ends with 0: done; 1: the service or the output failed, a signal stopped it, or older events may exist; 2: wrong
arguments, or the file exists.
${RUNTIME_HELP}`;

export const FOLLOW_HELP = `Writes new audit events as they arrive, each at least once. An event that is written twice, for example after a crash,
has the same ID both times. If events may be missing, a separate record says so.

Usage: audit follow --url U --account A --token-env NAME --to PREFIX [options]
${SOURCE_HELP}Output:
  --to PREFIX|-            files PREFIX-<time>-<number>.ndjson; - is standard output
  --to clickhouse:URL      tables that audit init clickhouse created; it prints this option. CLICKHOUSE_USER and
                           CLICKHOUSE_PASSWORD are the user's name and password. Needs --state
${FORMAT_HELP}  --rotate-bytes N         files only: start a new one after N bytes, checked before each write (default 104857600)
  --rotate-minutes N       files only: start a new one after N minutes (default 1440)
Run:
  --state FILE             file from which the next run continues (default PREFIX.state.json; with --to -, none)
  --since T                on the first run, start with events of this time (default: events that arrive from now on)
  --until T                write no events of a later time, and end one minute after this time
  --once                   end as soon as all events that exist are written; waits while the service can't be reached
  --interval S             seconds between requests while events arrive (default 5); without new events, the time grows
                           by half after each request, up to a minute
  --test                   write the newest event to the output, and end; the state is neither read nor written, and the
                           other options of a run have no effect
${TIME_HELP}Ends with 0: done, or stopped by SIGTERM or SIGINT; 1: the service or the output failed, or a second signal ended it at
once; 2: wrong arguments, or a state file that is damaged or for something else; 3: another process uses the state file
or writes the same files.
${RUNTIME_HELP}`;
