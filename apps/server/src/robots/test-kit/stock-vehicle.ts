import { readFileSync } from 'node:fs';
import { AgvController, VirtualAgvAdapter, type VirtualAgvAdapterOptions } from 'vda-5050-lib';

/**
 * A stock vehicle as a separate process, so that a test can kill it:
 * `node stock-vehicle.ts <url> <manufacturer> <sn> <secret> [battery] [key file, certificate file, authority file]`.
 */
const [brokerUrl = '', manufacturer = '', serialNumber = '', password = '', battery = '100', ...files] =
  process.argv.slice(2);
const [key, cert, ca] = files.map((file) => readFileSync(file));

const virtual: VirtualAgvAdapterOptions = { initialBatteryCharge: Number(battery) };
const vehicle = new AgvController(
  { manufacturer, serialNumber },
  {
    interfaceName: 'vda5050',
    vdaVersion: '2.0.0',
    transport: {
      brokerUrl,
      connectTimeout: 2000,
      reconnectPeriod: 500,
      // A client with a certificate sends no name and password.
      ...(key && cert && ca ? { tlsOptions: { key, cert, ca } } : { username: serialNumber, password }),
    },
  },
  { agvAdapterType: VirtualAgvAdapter },
  virtual,
);
// The library leaves the promise of a publication open when its connection is lost; that must not end the process.
process.on('unhandledRejection', () => {});
await vehicle.start();
