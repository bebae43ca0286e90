/** Codes of elevators, rides and doors. */
export const elevatorPermissions = {
  elevatorCentre: 'M800001',
  elevators: 'M800300',
  elevatorCreate: 'M80030001',
  elevatorUpdate: 'M80030002',
  elevatorDelete: 'M80030003',
  elevatorLink: 'M80030004',
  elevatorCommission: 'M80030005',
  elevatorRides: 'M800301',
  rideAbort: 'M80030101',
  rideRelease: 'M80030102',
  rideStart: 'M80030103',
  doors: 'M800302',
  doorOperate: 'M80030201',
} as const;
