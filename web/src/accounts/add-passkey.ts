import { api, read } from '../api/client.ts';

export const canAddPasskey = (): boolean => 'PublicKeyCredential' in window;

/** Asks the browser for a passkey and adds it to the account. */
export async function addPasskey(name: string) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await read(api.POST('/api/common/passkey/options'));
  const credential = await startRegistration({ optionsJSON: optionsJSON as never });
  return read(api.POST('/api/common/passkey', { body: { name, credential: credential as never } }));
}
