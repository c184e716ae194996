import { readUrl } from './environment.ts';

export interface ZaloConfig {
  /** Base address of the API for notification templates. */
  url: string;
  /** Base address that gives out tokens. */
  oauthUrl: string;
}

export function readZalo(env: NodeJS.ProcessEnv): ZaloConfig {
  return {
    url: readUrl(env, 'SWATH_ZALO_URL') ?? 'https://business.openapi.zalo.me',
    oauthUrl: readUrl(env, 'SWATH_ZALO_OAUTH_URL') ?? 'https://oauth.zaloapp.com',
  };
}
