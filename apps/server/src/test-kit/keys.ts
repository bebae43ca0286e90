import { brokerAddresses } from '../app/broker-addresses.ts';
import { deviceCalls } from '../app/device-calls.ts';
import { createVault } from '../platform/files/vault.ts';
import { newAuthority, createAuthority } from '../robots/identity/certificate-service.ts';

let made: Promise<string> | undefined;

/** One installation's keys for all tests of a file. Certificates are good by the real clock, whatever the test's says. */
export async function testKeys() {
  const pem = await (made ??= newAuthority(new Date()));
  return { vault: createVault(Buffer.alloc(32, 7)), authority: await createAuthority(pem, new Date()) };
}

type Deps = Omit<Parameters<typeof deviceCalls>[0], 'vault' | 'authority' | 'brokerFor'>;

/** What robots ask over HTTP, as if there were a listener for certificates beside the broker. */
export async function robotSide(deps: Deps, mqttUrl: string) {
  const keys = await testKeys();
  const brokerFor = brokerAddresses(mqttUrl, { password: undefined, certificate: 8883 });
  return { vault: keys.vault, robotCalls: deviceCalls({ ...deps, ...keys, brokerFor }) };
}
