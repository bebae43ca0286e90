import { between, randomFrom, seedFor } from '../../random.ts';

/** Simulated values of a robot's computer and modem: fixed per robot, with small changes over time. */
export interface Vitals {
  networkMode: 'WIFI' | '4G' | '5G';
  rssiDbm: number;
  cpuPct: number;
  memPct: number;
  diskFreeMb: number;
  boardTempC: number;
}

export function vitalsOf(sn: string, upS: number, busy: boolean, weak: boolean): Vitals {
  const random = randomFrom(seedFor(sn, 7));
  const networkMode = random() < 0.5 ? 'WIFI' : random() < 0.7 ? '4G' : '5G';
  const [rssi, memory, disk, phase] = [
    between(random, -72, -52),
    between(random, 35, 55),
    between(random, 9000, 26_000),
    random() * 9,
  ];
  const wave = Math.sin(upS / 47 + phase);
  return {
    networkMode,
    rssiDbm: Math.round(rssi + 4 * wave - (weak ? 35 : 0)),
    cpuPct: Math.round((busy ? 34 : 9) + 5 * wave),
    memPct: Math.round(memory + 2 * wave),
    diskFreeMb: Math.round(disk),
    boardTempC: Math.round(((busy ? 44 : 35) + 2 * wave) * 10) / 10,
  };
}

/** The SIM card numbers of the modem. */
export function simCardOf(sn: string) {
  const random = randomFrom(seedFor(sn, 11));
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  return { iccid: `898600${digits(14)}`, imei: `86${digits(13)}` };
}
