import type { HttpResponse } from '../server/httpAnswer.ts';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns a page that can't be framed and runs no scripts. `content` is HTML, `title` is text. */
function createPage(status: number, title: string, content: string): HttpResponse {
  const body = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1>${content}</html>`;
  return {
    status,
    body,
    message: title,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
  };
}

const buttons =
  '<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button>';

export const createConsentPage = (ticket: string): HttpResponse =>
  createPage(
    200,
    'Sign in to the local vault',
    `<p>Vault SQL asks for access to the sample data.</p><form method="post" action="/oauth/authorize"><input type="hidden" name="ticket" value="${escapeHtml(ticket)}">${buttons}</form>`,
  );

export const createDevicePage = (userCode: string): HttpResponse =>
  createPage(
    200,
    'Sign in to the local vault',
    `<form method="post" action="/oauth/verify"><p><label>Code <input name="user_code" value="${escapeHtml(userCode)}" autocomplete="off"></label></p>${buttons}</form>`,
  );

export const createClosingPage = (text: string): HttpResponse =>
  createPage(200, text, '<p>You can close this page.</p>');
export const createErrorPage = (text: string): HttpResponse =>
  createPage(400, text, '<p>Start the sign-in again.</p>');
