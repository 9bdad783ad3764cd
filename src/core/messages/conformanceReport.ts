/** The report of a check of a service, to attach to a question to the vendor: no values, no tokens, no names of data. */
import type { CheckReport } from '../conformance/check.ts';
import { ruleTitles } from './conformance.ts';
import { sentenceText } from './sentence.ts';

interface ReportOptions {
  /** Version of the extension. */
  readonly version: string;
  /** Host of the service; undefined leaves it out. */
  readonly host?: string | undefined;
}

/** Returns the report as JSON: the findings with the titles of their rules, and the profile without its address. */
export function reportJson(report: CheckReport, { version, host }: ReportOptions): string {
  const { address: _address, ...profile } = report.profile;
  const { requests, isCancelled } = report;
  const titles = ruleTitles();
  const findings = report.findings.map(({ rule, ...finding }) => ({
    rule,
    title: sentenceText(titles[rule]),
    ...finding,
  }));
  const named = host === undefined ? {} : { host };
  return `${JSON.stringify({ version, ...named, requests, isCancelled, findings, profile }, null, 2)}\n`;
}
