/** Formats the report of a check of a service. Users can attach the report to a question to the vendor. */
import type { CheckReport } from '../conformance/check.ts';
import type { Evidence, Finding } from '../conformance/rules.ts';
import { formatVerdictCounts, ruleTitles, verdictDetails, verdictNames } from './conformance.ts';
import { sentenceText } from './sentence.ts';

interface ReportOptions {
  readonly version: string;
  readonly host?: string | undefined;
}

/** Returns the report as JSON, without the address in the profile. */
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

/** Returns the report as Markdown: a summary, a table of the findings, and the requests that they are based on. */
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
    `- Requests: ${report.requests}${endReasonText(report)}`,
    `- ${sentenceText(formatVerdictCounts(report.findings))}`,
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

function endReasonText({ isCancelled, isCutOff }: CheckReport): string {
  if (isCancelled) return ' (cancelled)';
  return isCutOff ? ' (the maximum; not everything was tried)' : '';
}

const observationText = (finding: Finding): string =>
  verdictDetails(finding)
    .map((sentence) => sentenceText(sentence))
    .join(' ');

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
