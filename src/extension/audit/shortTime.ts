import * as vscode from 'vscode';
import { shortTimestamp } from '../../core/audit/feed/timestamps.ts';

/**
 * What makes the service's timestamps short enough for a glance: `20 Nov 02:14:28`, months in the person's language, the
 * year where it is not this one. It holds for some seconds: made for a drawing, not kept.
 */
export function shortTimes(): (timestamp: string) => string {
  const { format } = new Intl.DateTimeFormat(vscode.env.language, { month: 'short', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, month) => format(Date.UTC(2001, month)));
  const year = new Date().getUTCFullYear();
  return (timestamp) => shortTimestamp(timestamp, months, year);
}
