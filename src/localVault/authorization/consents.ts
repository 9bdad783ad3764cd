/** What waits for the person's consent: a sign-in in the browser, or a device's code. Each can be decided once. */
import { createHash, randomInt } from 'node:crypto';
import { random } from './issued.ts';

/** What the editor asked for; checked when the code comes back. */
export interface CodeRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string;
}
export type DeviceStatus = 'pending' | 'granted' | 'denied' | 'expired';

const CODE_MS = 60_000;
const DEVICE_MS = 10 * 60_000;
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

export interface Consents {
  /** A ticket for the page that asks the person. */
  ask(request: CodeRequest): string;
  /** What a ticket was for; it is used up. */
  decide(ticket: string): CodeRequest | undefined;
  /** A code for the editor. */
  grantCode(request: CodeRequest): string;
  /** Whether `code` is good for the verifier and the address; it is used up either way. */
  redeem(code: string, redirectUri: string, verifier: string): boolean;
  askDevice(): { readonly deviceCode: string; readonly userCode: string; readonly expiresIn: number };
  /** The codes that devices wait with. */
  waitingCodes(): readonly string[];
  /** False where no device waits with that code. */
  decideDevice(userCode: string, isGranted: boolean): boolean;
  device(deviceCode: string): DeviceStatus;
}

/** `now` in milliseconds; `deviceSeconds`: how long a device's code is good. */
export function createConsents(now: () => number, deviceMs = DEVICE_MS): Consents {
  const tickets = new Map<string, CodeRequest>();
  const codes = new Map<string, { readonly request: CodeRequest; readonly expiresAt: number }>();
  const devices = new Map<string, Device>();
  const statusOf = (device: Device): DeviceStatus =>
    device.status === 'pending' && now() >= device.expiresAt ? 'expired' : device.status;
  return {
    ask(request) {
      const ticket = random();
      tickets.set(ticket, request);
      return ticket;
    },
    decide(ticket) {
      const request = tickets.get(ticket);
      tickets.delete(ticket);
      return request;
    },
    grantCode(request) {
      const code = random();
      codes.set(code, { request, expiresAt: now() + CODE_MS });
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
      const device: Device = { userCode: userCode(), expiresAt: now() + deviceMs, status: 'pending' };
      const deviceCode = random();
      devices.set(deviceCode, device);
      return { deviceCode, userCode: device.userCode, expiresIn: deviceMs / 1000 };
    },
    waitingCodes: () =>
      [...devices.values()].filter((one) => statusOf(one) === 'pending').map((one) => one.userCode),
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
