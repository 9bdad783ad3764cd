import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from '../editor/workbench.ts';
import { eventually } from '../run/waiting.ts';

/** What a person does with Vault SQL in the workbench; names are those of the contract. */
export class VaultSql {
  readonly workbench: Workbench;

  constructor(workbench: Workbench) {
    this.workbench = workbench;
  }

  command(title: string): Promise<void> {
    return this.workbench.runCommand(`Vault SQL: ${title}`);
  }

  /** Starts the local vault and waits until it is in the tree. */
  async startLocalVault(): Promise<void> {
    await this.command('Start Local Vault');
    await this.workbench.showContainer('Vault SQL');
    await this.workbench.treeItem('Vaults', /^local-vault/).waitFor();
  }

  /** Starts the local vault, and runs the first statement of the sample that has more than a page of rows. */
  async runSample(): Promise<void> {
    await this.startLocalVault();
    await this.workbench.openFile('persons.vaultsql');
    await this.runStatementAt(4);
    await this.resultsSay(/Rows 1–25/);
  }

  /** Chooses the vault that queries without a target of their own go to. `onList` runs while the list is open. */
  async chooseVault(name: string, onList?: () => Promise<void>): Promise<void> {
    await this.command('Select Vault');
    await this.workbench.quickInput.opened('Choose a vault');
    await onList?.();
    await this.workbench.quickInput.choose(new RegExp(`\\b${name}\\b`), name);
    await this.workbench.quickInput.closed();
  }

  /** Runs the statement that begins at that line of the file in front. */
  async runStatementAt(line: number): Promise<void> {
    await this.workbench.editor.goTo(line);
    await this.command('Run Query');
  }

  /** Opens a file of the workspace with exported audit events. */
  async openExported(name: string): Promise<void> {
    const { quickInput } = this.workbench;
    await this.command('Open Exported Audit Events');
    await quickInput.opened('Open audit events from');
    await quickInput.choose('Files…');
    await quickInput.nameFile('Open exported audit events', name);
  }

  results(): Promise<FrameLocator> {
    return this.workbench.webview('Results');
  }

  async resultsGrid(): Promise<Locator> {
    return (await this.results()).getByRole('grid', { name: 'Query results' });
  }

  /** Visible rows of records, without the header's. */
  async resultRows(): Promise<Locator> {
    return (await this.resultsGrid())
      .getByRole('row')
      .filter({ has: this.workbench.page.getByRole('gridcell') });
  }

  /** Waits until the results' state line says that. */
  async resultsSay(text: string | RegExp): Promise<void> {
    const results = await this.results();
    await results.getByRole('status').filter({ hasText: text }).first().waitFor();
  }

  async resultsButton(name: string): Promise<Locator> {
    return (await this.results()).getByRole('button', { name, exact: true });
  }

  /** The rows of the audit tree. */
  get auditEvents(): Locator {
    return this.workbench.tree('Audit Events').getByRole('treeitem');
  }

  /** What the audit view says in its rows, above them, or in its header. */
  auditSays(text: string | RegExp): Locator {
    const { page } = this.workbench;
    // By its header: without rows there is no tree to be seen.
    const header = page.locator('.pane-header', { hasText: /^Audit Events/ });
    const pane = page.locator('.pane').filter({ has: header });
    return pane.getByText(text).first();
  }

  /** Shows the side panel and reads the events. */
  async loadAuditEvents(): Promise<void> {
    await this.command('Refresh Audit Events');
    await this.workbench.showContainer('Vault SQL');
    await this.auditEvents.first().waitFor();
  }

  /** The row of the audit tree that the keyboard is on. */
  get auditRow(): Locator {
    return this.workbench.tree('Audit Events').locator('.monaco-list-row.focused').first();
  }

  /**
   * Goes to the first row of the audit tree, or to its last, of that text. The key again where the view did not have the
   * focus yet.
   */
  async goToAuditEdge(key: 'Home' | 'End', text = /./): Promise<void> {
    await this.command('Focus on Audit Events View');
    const { page } = this.workbench;
    const edge = this.auditRow.filter({ hasText: text });
    const wanted = key === 'Home' ? edge.and(this.auditEvents.first()) : edge;
    while (!(await wanted.isVisible())) {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }

  /**
   * Goes down from the first row to one that says that: label and description without a space between. From the first
   * row again if there is none, because events may still be loading.
   */
  async goToAuditRow(text: RegExp): Promise<void> {
    await eventually(`a row of the audit tree that says ${text}`, () => this.#findAuditRow(text));
  }
  async #findAuditRow(text: RegExp): Promise<boolean> {
    await this.goToAuditEdge('Home');
    for (let down = 0; down < 60; down++) {
      const [row] = await this.auditRow.allTextContents();
      // Events that came meanwhile took the place of the row that had the keyboard.
      if (row === undefined) await this.goToAuditEdge('Home');
      else if (text.test(row)) return true;
      else await this.workbench.page.keyboard.press('ArrowDown');
    }
    return false;
  }

  /** Opens the row, again where the tree was redrawn meanwhile, as when an answer of the service comes. */
  async expandAuditRow(): Promise<void> {
    const { page } = this.workbench;
    const open = this.auditRow.and(page.locator('[aria-expanded="true"]'));
    while (!(await open.isVisible())) {
      if ((await this.auditRow.getAttribute('aria-expanded')) === 'false')
        await page.keyboard.press('ArrowRight');
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }

  /** The rows of filters, of the service or over loaded events: label and where, without a space between. */
  auditFilters(where: 'server' | 'loaded events'): Locator {
    const icon = this.workbench.page.locator('.codicon-filter, .codicon-cloud');
    return this.auditEvents.filter({ has: icon, hasText: new RegExp(`${where}$`) });
  }

  /** Waits until the service's filters are these, by label. */
  async auditFiltersAre(filters: Readonly<Record<string, string>>): Promise<void> {
    const rows = this.auditFilters('server');
    const names = Object.entries(filters);
    for (const [at, [name, value]] of names.entries())
      await rows
        .nth(at)
        .filter({ hasText: `${name}: ${value}` })
        .waitFor();
    await rows.nth(names.length).waitFor({ state: 'detached' });
  }

  /** The tab of an event: it is named by time and action. */
  get eventTab(): Locator {
    return this.workbench.page.getByRole('tab', { name: /^\d\d-\d\d-\d\d READ\b/ }).first();
  }

  /** The rows of events and of pages of queries. */
  get auditReads(): Locator {
    return this.auditEvents.filter({ has: this.workbench.page.locator('.codicon-book, .codicon-unlock') });
  }

  /** Sets one filter through the quick-pick. `filter` is its label there; `onValues` runs while its values are listed. */
  async filterAuditEvents(filter: string, value: string, onValues?: () => Promise<void>): Promise<void> {
    const { quickInput } = this.workbench;
    await this.command('Filter Audit Events');
    await quickInput.opened('Filter audit events');
    await quickInput.choose(filter, filter);
    await quickInput.opened(`Filter audit events: ${filter}`);
    await onValues?.();
    await quickInput.answer(value);
    await this.applyFilters();
  }

  /** Applies what was chosen in the list of filters, which is open again after each choice. */
  async applyFilters(): Promise<void> {
    const { quickInput } = this.workbench;
    await quickInput.opened('Filter audit events');
    await quickInput.choose(/Apply \d+ change/);
    await quickInput.closed();
  }
}
