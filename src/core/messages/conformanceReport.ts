/**
 * The report of a check of a service, to attach to a question to the vendor: no values, no tokens, no names of data.
 */
import type { CheckReport } from '../conformance/check.ts';
import type { Evidence, Finding } from '../conformance/rules.ts';
import { ruleTitles, verdictCounts, verdictDetails, verdictNames } from './conformance.ts';
import { sentenceText } from './sentence.ts';

interface ReportOptions {
  readonly version: string;
  /** Host of the service; if undefined, the report names no host. */
  readonly host?: string | undefined;
}

/**
 * Returns the report as JSON: the version of the extension, the date and time of the check in UTC, the host if `host`
 * is defined, the number of requests, whether their limit was reached, whether the check was cancelled, the findings
 * with the titles of their rules, and the profile without its address.
 */
export function formatReportJson(report: CheckReport, { version, host }: ReportOptions): string {
  const { address: _address, ...profile } = report.profile;
  const { requests, isCutOff, isCancelled } = report;
  const titles = ruleTitles();
  const findings = report.findings.map(({ rule, ...finding }) => ({
    rule,
    title: sentenceText(titles[rule]),
    ...finding,
  }));
  const named = host === undefined ? {} : { host };
  const date = new Date(profile.checkedAt).toISOString();
  const all = { version, date, ...named, requests, isCutOff, isCancelled, findings, profile };
  return `${JSON.stringify(all, null, 2)}\n`;
}

/**
 * Returns the report as Markdown: a table with the verdict and what was seen for each rule, and the numbers of the
 * requests that showed it, which are listed below the table. Requests that look the same have one number.
 */
export function formatReportMarkdown(report: CheckReport, { version, host }: ReportOptions): string {
  const titles = ruleTitles();
  const requests: string[] = [];
  const numberOf = (evidence: Evidence): number => {
    const text = evidenceText(evidence);
    const known = requests.indexOf(text);
    return known < 0 ? requests.push(text) : known + 1;
  };
  const rows = report.findings.map((finding) =>
    [
      finding.rule,
      escapeCell(sentenceText(titles[finding.rule])),
      sentenceText(verdictNames()[finding.verdict]),
      escapeCell(observationText(finding)),
      [...new Set(finding.evidence.map(numberOf))].join(', '),
    ].join(' | '),
  );
  const date = new Date(report.profile.checkedAt).toISOString().slice(0, 10);
  const lines = [
    '# Check of a vault service',
    '',
    ...(host === undefined ? [] : [`- Host: ${escapeCell(host)}`]),
    `- Date: ${date}`,
    `- Requests: ${report.requests}${endOf(report)}`,
    `- ${sentenceText(verdictCounts(report.findings))}`,
    `- Vault SQL: ${version}`,
    '',
    'Values, tokens, IDs, and names of tables and columns are left out. Rules are numbered as in the document that Vault SQL has of the service. A rule that cannot be told is no fault of the service, nor is one that the document leaves open.',
    '',
    '| Rule | What it says | Verdict | What was seen | Requests |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    ...(requests.length === 0 ? [] : ['', '## Requests', '']),
    ...requests.map((text, at) => `${at + 1}. ${text}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns, in parentheses, why a check ended before everything was tried; empty if it did not. */
function endOf({ isCancelled, isCutOff }: CheckReport): string {
  if (isCancelled) return ' (cancelled)';
  return isCutOff ? ' (the maximum; not everything was tried)' : '';
}

const observationText = (finding: Finding): string =>
  verdictDetails(finding)
    .map((sentence) => sentenceText(sentence))
    .join(' ');

/**
 * Returns a request as code in Markdown, followed by the status of its response and, for a listing or a result, the
 * number of its events or records.
 */
function evidenceText({ request, status, count }: Evidence): string {
  const records = count === undefined ? '' : `, ${count} in the response`;
  return `${codeText(request)} → ${status ?? 'no response'}${records}`;
}

const escapeCell = (text: string): string => text.replace(/[\\`*_[\]<>|]/g, '\\$&').replace(/\s+/g, ' ');

function codeText(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const padding = fence.length > 1 ? ' ' : '';
  return `${fence}${padding}${text.replace(/\s+/g, ' ')}${padding}${fence}`;
}
