/** What waits for the person's consent: a sign-in in the browser, or a device's code. Each can be decided once. */
import { createHash, randomInt } from 'node:crypto';
import { random } from './issued.ts';
import { putBounded } from './putBounded.ts';

/** What the editor asked for; checked when the code comes back. */
export interface CodeRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string;
}
type DeviceStatus = 'pending' | 'granted' | 'denied' | 'expired';

/** Milliseconds for which a page waits for the user's decision: enough to read it, and to find it again. */
const TICKET_MS = 10 * 60_000;
const CODE_MS = 60_000;
const DEVICE_MS = 10 * 60_000;
/**
 * Maximum number of sign-ins that wait, of codes that can be redeemed, and of devices that wait; one more removes the
 * oldest. Anyone who reaches the port can begin a sign-in, so that without it the memory would grow with each request.
 */
const MAX_PENDING = 100;
/** Easily read out: no vowels, which make words, and nothing that looks like another. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const userCode = (): string => {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

interface Device {
  readonly userCode: string;
  readonly expiresAt: number;
  status: DeviceStatus;
}

interface TimedRequest {
  readonly request: CodeRequest;
  /** In milliseconds, by the server's clock. */
  readonly expiresAt: number;
}

export interface Consents {
  /** A ticket for the page that asks the person. */
  ask(request: CodeRequest): string;
  /** Returns what a ticket was for and uses it up; undefined for one that is not known or too old. */
  decide(ticket: string): CodeRequest | undefined;
  /** A code for the editor. */
  grantCode(request: CodeRequest): string;
  /** Whether `code` is good for the verifier and the address; it is used up either way. */
  redeem(code: string, redirectUri: string, verifier: string): boolean;
  askDevice(): { readonly deviceCode: string; readonly userCode: string; readonly expiresIn: number };
  /** False where no device waits with that code. */
  decideDevice(userCode: string, isGranted: boolean): boolean;
  device(deviceCode: string): DeviceStatus;
}

/** Creates an empty list of pending consents. `now` returns the time of the server's clock, in milliseconds since 1970. */
export function createConsents(now: () => number): Consents {
  const tickets = new Map<string, TimedRequest>();
  const codes = new Map<string, TimedRequest>();
  const devices = new Map<string, Device>();
  const statusOf = (device: Device): DeviceStatus =>
    device.status === 'pending' && now() >= device.expiresAt ? 'expired' : device.status;
  return {
    ask(request) {
      const ticket = random();
      putBounded(tickets, ticket, { request, expiresAt: now() + TICKET_MS }, MAX_PENDING);
      return ticket;
    },
    decide(ticket) {
      const known = tickets.get(ticket);
      tickets.delete(ticket);
      return known !== undefined && now() < known.expiresAt ? known.request : undefined;
    },
    grantCode(request) {
      const code = random();
      putBounded(codes, code, { request, expiresAt: now() + CODE_MS }, MAX_PENDING);
      return code;
    },
    redeem(code, redirectUri, verifier) {
      const known = codes.get(code);
      codes.delete(code);
      if (known === undefined || now() >= known.expiresAt) return false;
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      return known.request.redirectUri === redirectUri && known.request.challenge === challenge;
    },
    askDevice() {
      const device: Device = { userCode: userCode(), expiresAt: now() + DEVICE_MS, status: 'pending' };
      const deviceCode = random();
      putBounded(devices, deviceCode, device, MAX_PENDING);
      return { deviceCode, userCode: device.userCode, expiresIn: DEVICE_MS / 1000 };
    },
    decideDevice(code, isGranted) {
      const wanted = code.trim().toUpperCase();
      const device = [...devices.values()].find((one) => one.userCode === wanted);
      if (device === undefined || statusOf(device) !== 'pending') return false;
      device.status = isGranted ? 'granted' : 'denied';
      return true;
    },
    device(deviceCode) {
      const device = devices.get(deviceCode);
      if (device === undefined) return 'expired';
      const status = statusOf(device);
      // A token is given for it once.
      if (status !== 'pending') devices.delete(deviceCode);
      return status;
    },
  };
}
