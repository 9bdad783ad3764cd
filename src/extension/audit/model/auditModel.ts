import * as vscode from 'vscode';
import type { AuditTrail, LocalTrail } from '../../../core/audit/table/trail.ts';
import type { Deps } from '../../app/deps.ts';
import { EventMarks, type MarkedSource } from '../marks/eventMarks.ts';
import { ConnectionSwitch } from './connectionSwitch.ts';
import { ModelFilters } from './filters.ts';
import { Following } from './following.ts';
import { Listings } from './listings.ts';
import { createMasking, type EventMasking } from './masking.ts';
import { createOwnRequests, type OwnRequests } from './ownRequests.ts';
import { PageRequests } from './pageRequests.ts';
import { AuditRequests } from './requests.ts';
import { EventSelection } from './selection.ts';
import { DisplayedSource } from './source.ts';
import { ModelState } from './state.ts';

type ModelDeps = Pick<
  Deps,
  | 'client'
  | 'language'
  | 'log'
  | 'messages'
  | 'serviceProfiles'
  | 'settings'
  | 'lastRuns'
  | 'targets'
  | 'timeZone'
>;

/** The audit events that all views share, with their filters, requests, and marks. */
export class AuditModel implements vscode.Disposable {
  /** The source from which views read the loaded events; by default the store `local`. */
  readonly trail: AuditTrail;
  /** The store to which loaded events are added and into which files are read. */
  readonly local: LocalTrail;
  readonly connections: ConnectionSwitch;
  readonly filters: ModelFilters;
  readonly following: Following;
  readonly listings: Listings;
  readonly marks: EventMarks;
  readonly masking: EventMasking;
  readonly ownRequests: OwnRequests;
  readonly requests: AuditRequests;
  readonly selection: EventSelection;
  readonly source: DisplayedSource;
  readonly state: ModelState;
  readonly #pages: PageRequests;
  readonly #listening: vscode.Disposable;

  constructor(
    deps: ModelDeps,
    local: LocalTrail,
    exportEvents: () => Promise<boolean>,
    trail: AuditTrail = local,
  ) {
    this.local = local;
    this.trail = trail;
    this.masking = createMasking(deps, new vscode.EventEmitter<void>());
    this.connections = new ConnectionSwitch(deps.targets);
    this.ownRequests = createOwnRequests(deps);
    this.#pages = new PageRequests(deps, this.ownRequests);
    this.listings = new Listings(local, deps.log);
    this.marks = new EventMarks(() => this.#markedSource());
    this.state = new ModelState(this.connections, this.listings);
    this.filters = new ModelFilters(this.state, this.connections, this.marks, this.ownRequests, this.masking);
    const { connections, filters, listings, marks, ownRequests, state } = this;
    const pages = this.#pages;
    this.source = new DisplayedSource({
      connections,
      exportEvents,
      listings,
      marks,
      messages: deps.messages,
      pages,
      state,
    });
    const { source } = this;
    this.requests = new AuditRequests({
      connections,
      filters,
      listings,
      marks,
      ownRequests,
      pages,
      source,
      state,
    });
    this.following = new Following({ connections, filters, ownRequests, pages, state });
    this.selection = new EventSelection(this.state);
    this.#listening = vscode.Disposable.from(
      this.state.onDidDropListing((listing) => {
        this.marks.dropMarksOfListing(listing);
        local.drop(listing).catch((error: unknown) => deps.log.defect('audit trail', error));
      }),
      this.marks.onDidChange(() => {
        const { local } = this.filters.getAppliedFilters();
        if (local.question.length > 0) this.filters.setLocalFilters(local);
      }),
      deps.settings.onDidChange((isOf) => {
        // Whether a service supports paging was detected with the previous parameters.
        if (isOf('vaultsql.audit.cursorParameters')) this.#pages.forgetPagingSupport();
      }),
    );
  }

  forgetAuditData(): void {
    this.#pages.forgetPagingSupport();
    this.connections.forgetTypedAccountIDs();
    this.ownRequests.forget();
    this.masking.forget();
    this.marks.clearAllMarks();
    this.source.displayEmptyListing();
    this.selection.clearSelectedEvent();
  }
  dispose(): void {
    this.#pages.abortRequest();
    this.connections.dispose();
    this.#listening.dispose();
    this.masking.dispose();
    this.marks.dispose();
    this.selection.dispose();
    this.source.dispose();
    this.state.dispose();
  }

  #markedSource(): MarkedSource {
    const { name, listing } = this.state.displayed;
    return name === 'file' ? listing.ledger.listing : (listing.identity ?? '');
  }
}
