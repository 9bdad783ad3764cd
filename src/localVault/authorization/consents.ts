import { createHash, randomInt } from 'node:crypto';
import { createRandomToken } from './issued.ts';
import { setWithEntryLimit } from './putBounded.ts';

/**
 * Parameters of a sign-in by browser. `redirectUri` and the PKCE `challenge` must match when the authorization code is
 * redeemed.
 */
export interface CodeRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string;
}
type DeviceStatus = 'pending' | 'granted' | 'denied' | 'expired';

const TICKET_MS = 10 * 60_000;
const CODE_MS = 60_000;
const DEVICE_MS = 10 * 60_000;
/**
 * Maximum number of entries in each of the three maps: tickets, codes and devices. If it is exceeded, the oldest entry
 * is deleted. Without a maximum, any program that can reach the port could fill the memory by starting sign-ins.
 */
const MAX_PENDING = 100;
/** Letters of user codes (RFC 8628, 6.1): consonants only, so that codes form no words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const createUserCode = (): string => {
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
  /** Milliseconds since 1970 by the server's clock. */
  readonly expiresAt: number;
}

export interface Consents {
  addRequest(request: CodeRequest): string;
  /** Returns the request of a ticket and deletes the ticket. Undefined if the ticket is unknown or has expired. */
  takeRequest(ticket: string): CodeRequest | undefined;
  grantCode(request: CodeRequest): string;
  /**
   * Whether a code is valid with this redirect address and PKCE verifier. After this call, the code can't be used
   * again.
   */
  redeemCode(code: string, redirectUri: string, verifier: string): boolean;
  addDevice(): { readonly deviceCode: string; readonly userCode: string; readonly expiresIn: number };
  decideDevice(userCode: string, isGranted: boolean): boolean;
  /** Returns a device's status; `expired` if the code is unknown. Deletes the code unless the status is `pending`. */
  getDeviceStatus(deviceCode: string): DeviceStatus;
}

export function createConsentStore(now: () => number): Consents {
  const tickets = new Map<string, TimedRequest>();
  const codes = new Map<string, TimedRequest>();
  const devices = new Map<string, Device>();
  const getStatus = (device: Device): DeviceStatus =>
    device.status === 'pending' && now() >= device.expiresAt ? 'expired' : device.status;
  return {
    addRequest(request) {
      const ticket = createRandomToken();
      setWithEntryLimit(tickets, ticket, { request, expiresAt: now() + TICKET_MS }, MAX_PENDING);
      return ticket;
    },
    takeRequest(ticket) {
      const known = tickets.get(ticket);
      tickets.delete(ticket);
      return known !== undefined && now() < known.expiresAt ? known.request : undefined;
    },
    grantCode(request) {
      const code = createRandomToken();
      setWithEntryLimit(codes, code, { request, expiresAt: now() + CODE_MS }, MAX_PENDING);
      return code;
    },
    redeemCode(code, redirectUri, verifier) {
      const known = codes.get(code);
      codes.delete(code);
      if (known === undefined || now() >= known.expiresAt) return false;
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      return known.request.redirectUri === redirectUri && known.request.challenge === challenge;
    },
    addDevice() {
      const device: Device = { userCode: createUserCode(), expiresAt: now() + DEVICE_MS, status: 'pending' };
      const deviceCode = createRandomToken();
      setWithEntryLimit(devices, deviceCode, device, MAX_PENDING);
      return { deviceCode, userCode: device.userCode, expiresIn: DEVICE_MS / 1000 };
    },
    decideDevice(code, isGranted) {
      const wanted = code.trim().toUpperCase();
      const device = [...devices.values()].find((one) => one.userCode === wanted);
      if (device === undefined || getStatus(device) !== 'pending') return false;
      device.status = isGranted ? 'granted' : 'denied';
      return true;
    },
    getDeviceStatus(deviceCode) {
      const device = devices.get(deviceCode);
      if (device === undefined) return 'expired';
      const status = getStatus(device);
      // Only one token is issued for a code.
      if (status !== 'pending') devices.delete(deviceCode);
      return status;
    },
  };
}
