import { brokerAddresses } from '../app/broker-addresses.ts';
import { deviceCalls } from '../app/device-calls.ts';
import { createVault } from '../platform/files/vault.ts';
import { newAuthority, createAuthority } from '../features/devices/identity/certificate-service.ts';
import type { Gateway } from '../robots/gateway.ts';

let authorityPem: Promise<string> | undefined;

/** The keys of one installation for all tests of a file. Certificates are valid by the real clock, not by the test's clock. */
export async function testKeys() {
  const pem = await (authorityPem ??= newAuthority(new Date()));
  return { vault: createVault(Buffer.alloc(32, 7)), authority: await createAuthority(pem, new Date()) };
}

type Deps = Omit<
  Parameters<typeof deviceCalls>[0],
  'vault' | 'authority' | 'brokerFor' | 'keepsDots' | 'refusals' | 'sshCa'
>;

/** The HTTP API for robots, with broker addresses as if there were a listener for certificates. */
export async function robotSide(
  deps: Deps,
  { mqttUrl, keepsDots, refusals, sshCa }: Pick<Gateway, 'mqttUrl' | 'keepsDots' | 'refusals' | 'sshCa'>,
) {
  const keys = await testKeys();
  const brokerFor = brokerAddresses(mqttUrl, { password: undefined, certificate: 8883 });
  return {
    vault: keys.vault,
    robotCalls: deviceCalls({ ...deps, ...keys, brokerFor, keepsDots, refusals, sshCa }),
  };
}
