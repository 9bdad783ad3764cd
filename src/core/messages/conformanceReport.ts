/** The report of Check This Service, to attach to a question to the vendor: no values, no tokens, no names of data. */
import type { CheckReport } from '../conformance/check.ts';

interface ReportOptions {
  /** Version of the extension. */
  readonly version: string;
  /** Host of the service; undefined leaves it out. */
  readonly host?: string | undefined;
}

/** Returns the report as JSON, with the codes of the findings and the profile without its address. */
export function reportJson(report: CheckReport, { version, host }: ReportOptions): string {
  const { address: _address, ...profile } = report.profile;
  const { findings, requests, isCancelled } = report;
  const named = host === undefined ? {} : { host };
  return `${JSON.stringify({ version, ...named, requests, isCancelled, findings, profile }, null, 2)}\n`;
}
