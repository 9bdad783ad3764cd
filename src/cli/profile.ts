/** Reads the profile of a service from the report that `conform --format json` prints. */
import { parseProfile, type ServiceProfile } from '../core/conformance/profile.ts';
import type { ServiceDialect } from '../core/sql/lint/options.ts';
import { readSmallFile } from '../node/smallFile.ts';
import { ArgumentError } from './options.ts';

const MAX_BYTES = 4 * 1024 * 1024;

const readProblems = {
  missing: 'does not exist. Check its path',
  unreadable: "can't be read. Check that it is a file, and its permissions",
  'too-large': 'is too large for a report of conform. Check its path',
} as const;

/**
 * Returns the profile in a report for the service at `address`; undefined if no file is given. The report does not contain
 * the address of the checked service, so the user must choose the right file. Rejects with an ArgumentError if the
 * file has no profile.
 */
export async function readProfile(
  file: string | undefined,
  address: string,
): Promise<ServiceProfile | undefined> {
  if (file === undefined) return undefined;
  const read = await readSmallFile(file, MAX_BYTES);
  if (!read.ok) throw new ArgumentError(`--profile ${file} ${readProblems[read.reason]}.`);
  const profile = parseReport(read.contents.toString('utf8'), address);
  if (!profile)
    throw new ArgumentError(`${file} is not a report that conform --format json of this version printed.`);
  return profile;
}

function parseReport(text: string, address: string): ServiceProfile | undefined {
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof report !== 'object' || report === null || !('profile' in report)) return undefined;
  const { profile } = report;
  return typeof profile === 'object' && profile !== null ? parseProfile({ ...profile, address }) : undefined;
}

/** Returns what the profile says about SQL that the service's document leaves open. */
export const getServiceDialect = ({ query }: ServiceProfile): ServiceDialect => ({
  acceptedConstructs: query.acceptedConstructs,
  refusedConstructs: query.refusedConstructs,
  refusedLevels: query.refusedLevels,
});
