import { isClientCertificateRefused, isHandshakeRefused, type NetworkError } from '../service/errors.ts';
import {
  appendRunWarning,
  appendSentence,
  type ErrorContext,
  type ErrorSentences,
  omittedForRetry,
  type Sentence,
  say,
  withArguments,
} from './sentence.ts';

/**
 * Returns the message for a proxy that requires a user name and a password (407). `host` is the host of the service.
 */
export function proxyAuthenticationSentences(host: string): ErrorSentences {
  return {
    title: say('Proxy authentication required (407)'),
    text: say(
      'Nothing was sent to {0}. Set the user name and password in the setting http.proxy, or add the host to http.noProxy.',
      host,
    ),
    action: 'showLog',
  };
}

const UNKNOWN_ISSUER = say(
  'The certificate of {0} comes from an unknown authority. Nothing was sent. If it is your company’s own, add it to your system’s trusted certificates.',
);
const CERTIFICATE_SENTENCES: Readonly<Record<string, Sentence>> = {
  CERT_HAS_EXPIRED: say(
    'The certificate of {0} has expired. Nothing was sent. Ask the operator of the service to renew it.',
  ),
  CERT_NOT_YET_VALID: say(
    'The certificate of {0} is not valid yet. Nothing was sent. Check the clock of this machine.',
  ),
  DEPTH_ZERO_SELF_SIGNED_CERT: say(
    '{0} has a self-signed certificate. Nothing was sent. If you trust it, add it to your system’s trusted certificates.',
  ),
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  ERR_TLS_CERT_ALTNAME_INVALID: say(
    'The certificate is not valid for {0}. Nothing was sent. Check the address.',
  ),
};
const CERTIFICATE_ERROR_CODE = /^(?:UNABLE_TO_|CERT_|SELF_SIGNED|INVALID_CA|ERR_TLS_CERT)/;

const NOT_HTTP = /^(?:NOT_HTTP|HPE_|UND_ERR_HEADERS_OVERFLOW)/;
const BAD_COMPRESSION = /^(?:Z_|ERR_.*BROTLI|ERR__ERROR_|ERR_CONTENT_ENCODING)/;

/**
 * Returns the message for an error of kind `network`, such as a refused connection, a certificate that is not trusted,
 * or a response that is not valid HTTP.
 */
export function networkSentences(error: NetworkError, context: ErrorContext): ErrorSentences {
  const host = context.baseUrlHost;
  const { code } = error;
  if (code === 'PROXY_407') return proxyAuthenticationSentences(host);
  const shown = clientCertificateSentences(code, host);
  if (shown) return shown;
  if (code.endsWith('_ALERT_NO_APPLICATION_PROTOCOL')) {
    return {
      title: say('{0} does not accept HTTP/1.1', host),
      text: say('Nothing was sent. Ask the operator of the service to allow HTTP/1.1 in addition to HTTP/2.'),
      action: 'none',
    };
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return {
      title: say('No secure connection to {0}', host),
      text: say(
        'The server does not speak TLS, or no supported version ({0}). Nothing was sent. Check the address and its port.',
        code,
      ),
      action: 'editConnection',
    };
  }
  const certificate = CERTIFICATE_SENTENCES[code];
  if (certificate !== undefined || CERTIFICATE_ERROR_CODE.test(code)) {
    return {
      title: say('The certificate of {0} is not trusted', host),
      text: certificate
        ? withArguments(certificate, host)
        : say('Its certificate was not accepted ({1}). Nothing was sent to {0}.', host, code),
      action: 'editConnection',
    };
  }
  if (code === 'ERR_INVALID_URL') {
    return {
      title: say('The address of the connection is invalid'),
      text: say('{0} is not a valid host. Nothing was sent.', host),
      action: 'editConnection',
    };
  }
  if (code === 'WORKSPACE_PROXY') {
    return {
      title: say('This workspace changes the proxy settings'),
      text: say(
        'Nothing was sent. Remove http.proxy and related settings from the workspace, or set vaultsql.network.transport to undici in your user settings.',
      ),
      action: 'none',
    };
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      title: say('Host not found: {0}', host),
      text: say('Nothing was sent. Check the address, the network, and the VPN.'),
      action: code === 'EAI_AGAIN' ? 'retry' : 'editConnection',
    };
  }
  if (code === 'ECONNREFUSED') {
    return context.isLocalVault
      ? {
          title: say('The local vault is not running'),
          text: say('Nothing was sent. Start it, then try again.'),
          action: 'startLocalVault',
        }
      : {
          title: say('Connection refused by {0}', host),
          text: say('Nothing was sent. Check the address and its port, the network, and the VPN.'),
          action: 'retry',
        };
  }
  return brokenResponseSentences(error, context) ?? unreachableSentences(code, host);
}

function clientCertificateSentences(code: string, host: string): ErrorSentences | undefined {
  switch (code) {
    case 'CLIENT_CERT_MISSING':
      return {
        title: say('The client certificate was not found'),
        text: say('Nothing was sent. Check the paths in clientCertificate of the connection.'),
        action: 'editConnection',
      };
    case 'CLIENT_CERT_UNREADABLE':
      return {
        title: say('The client certificate can’t be read'),
        text: say('Nothing was sent. Check the permissions of its files.'),
        action: 'editConnection',
      };
    case 'CLIENT_CERT_PASSPHRASE':
      return {
        title: say('The passphrase of the client certificate is missing or wrong'),
        text: say('Nothing was sent. Set it in Edit Connections.'),
        action: 'setPassphrase',
      };
    case 'CLIENT_CERT_INVALID':
      return {
        title: say('The client certificate is invalid'),
        text: say('Nothing was sent. It needs a certificate and its own key, as PEM or PKCS#12.'),
        action: 'editConnection',
      };
    case 'CLIENT_CERT_EDITOR':
      return {
        title: say('Client certificates need the transport undici'),
        text: say('Nothing was sent. Set vaultsql.network.transport to auto or undici.'),
        action: 'none',
      };
  }
  if (!isHandshakeRefused(code)) return undefined;
  if (!isClientCertificateRefused(code)) {
    return {
      title: say('No secure connection to {0}', host),
      text: say(
        'The server ended the TLS handshake ({0}). Nothing was sent. It may require a client certificate.',
        code,
      ),
      action: 'editConnection',
    };
  }
  return {
    title: say('{0} requires another client certificate', host),
    text: say(
      'It ended the TLS handshake ({0}). Nothing was sent. Check clientCertificate of the connection.',
      code,
    ),
    action: 'editConnection',
  };
}

function unreachableSentences(code: string, host: string): ErrorSentences {
  return {
    title: say('Could not reach {0}', host),
    text: code.startsWith('PROXY_')
      ? say('The proxy did not connect ({0}). Nothing was sent. Check http.proxy and http.noProxy.', code)
      : say(
          'No connection could be made ({0}). Nothing was sent. Check the network, the VPN, and the proxy.',
          code,
        ),
    action: 'retry',
  };
}

function brokenResponseSentences(error: NetworkError, context: ErrorContext): ErrorSentences | undefined {
  const { code } = error;
  const host = context.baseUrlHost;
  if (NOT_HTTP.test(code)) {
    return {
      title: say('Invalid HTTP response from {0}', host),
      text: appendRunWarning(
        context,
        say('Something other than the service may be running at that address ({0}).', code),
      ),
      action: 'editConnection',
    };
  }
  if (BAD_COMPRESSION.test(code)) {
    return {
      title: say('Could not decompress the response from {0}', host),
      text: appendRunWarning(
        context,
        appendSentence(say('It is damaged or incomplete ({0}).', code), omittedForRetry(say('Try again.'))),
      ),
      action: 'retry',
    };
  }
  if (!error.mayHaveBeenSent) return undefined;
  return {
    title: say('Connection to {0} lost', host),
    text: appendRunWarning(
      context,
      appendSentence(
        say('It ended before the response was complete ({0}).', code),
        omittedForRetry(say('Try again.')),
      ),
    ),
    action: 'retry',
  };
}
