import { EVENT_TABLES } from './eventTables.ts';

interface SampleQuery {
  readonly title: string;
  readonly sql: string;
}

export const sampleQueries: readonly SampleQuery[] = [
  {
    title: 'The most active actors',
    sql: `SELECT actor, count(*) AS events, count(*) FILTER (WHERE code >= 400) AS failed,
       min(time) AS first, max(time) AS last
FROM events
GROUP BY actor
ORDER BY events DESC
LIMIT 20`,
  },
  {
    title: 'Who read which columns, plain text first',
    sql: `SELECT r.actor, table_name, column_name, level, use, count(*) AS events,
       count(*) FILTER (WHERE code < 400) AS succeeded
FROM reads r JOIN events e ON e.number = r.event
GROUP BY r.actor, table_name, column_name, level, use
ORDER BY level = 'PLAIN_TEXT' DESC NULLS LAST, succeeded DESC`,
  },
  {
    title: 'Events per hour',
    sql: `SELECT date_trunc('hour', time) AS hour, count(*) AS events,
       count(*) FILTER (WHERE code >= 400) AS failed
FROM events
WHERE time IS NOT NULL
GROUP BY hour
ORDER BY hour`,
  },
  {
    title: 'Pauses of more than ten minutes, by actor',
    sql: `SELECT *
FROM (
  SELECT actor, time, time - lag(time) OVER (PARTITION BY actor ORDER BY time) AS pause
  FROM events
) AS steps
WHERE pause > interval '10 minutes'
ORDER BY pause DESC
LIMIT 50`,
  },
  {
    title: 'A field that has no column',
    sql: `SELECT event #>> '{request,httpInfo,URI}' AS path, count(*) AS events
FROM events
GROUP BY path
ORDER BY events DESC`,
  },
];

const formatColumnLines = (columns: readonly (readonly [string, string])[]): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const [name, type] of columns) {
    const next = `${name} ${type}`;
    if (line.length + next.length > 96) {
      lines.push(line);
      line = '';
    }
    line += `${line === '' ? '' : ', '}${next}`;
  }
  return [...lines, line];
};

/**
 * Returns the initial text of a document for SQL queries over loaded events: `intro` and the columns of the tables as
 * comments, then sample queries.
 */
export function sampleQueriesDocument(intro: readonly string[]): string {
  const tables = EVENT_TABLES.flatMap(({ name, columns }) => [
    `${name}:`,
    ...formatColumnLines(columns).map((one) => `  ${one}`),
  ]);
  const head = [...intro, '', ...tables].map((text) => `-- ${text}`.trimEnd());
  const body = sampleQueries.flatMap(({ title, sql }) => ['', `-- ${title}`, `${sql};`]);
  return [...head, ...body, ''].join('\n');
}
