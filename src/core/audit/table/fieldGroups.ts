/** Groups of the fields of an event, in display order. */
import type { FieldID } from './fields.ts';

const groups = {
  result: ['code', 'message', 'answeredAt', 'answer'],
  who: ['actor', 'actorType'],
  where: ['ipAddress', 'origin', 'accessType'],
  key: ['authMode', 'keyID', 'jwtID', 'bearerTokenContextID'],
  request: ['actionType', 'apiName', 'method', 'URI', 'resourceType', 'tags'],
  ids: [
    'requestID',
    'changeID',
    'traceID',
    'sessionID',
    'vaultID',
    'resourceIDs',
    'workspaceID',
    'accountID',
    'parentAccountID',
  ],
} as const satisfies Readonly<Record<string, readonly FieldID[]>>;

export type FieldGroupID = keyof typeof groups;

type Ungrouped = Exclude<FieldID, (typeof groups)[FieldGroupID][number] | 'time' | 'content'>;
// A field in no group would not be displayed. The compiler names it here.
({}) satisfies { readonly [Field in Ungrouped as `the field ${Field} is in no group`]: true };

export const fieldGroups = Object.entries(groups) as readonly (readonly [FieldGroupID, readonly FieldID[]])[];
