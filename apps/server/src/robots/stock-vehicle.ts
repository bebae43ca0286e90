import { AgvController, VirtualAgvAdapter, type VirtualAgvAdapterOptions } from 'vda-5050-lib';

/** A stock vehicle as a program of its own, so that it can be killed: `node stock-vehicle.ts <url> <manufacturer> <sn> <secret> [battery]`. */
const [brokerUrl = '', manufacturer = '', serialNumber = '', password = '', battery = '100'] =
  process.argv.slice(2);

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
      username: serialNumber,
      password,
    },
  },
  { agvAdapterType: VirtualAgvAdapter },
  virtual,
);
// The library leaves the promise of a publication open when its line is cut; that must not end the program.
process.on('unhandledRejection', () => {});
await vehicle.start();
