/** Codes of the service area, M900000 on: work orders and maintenance. */
export const servicePermissions = {
  workOrders: 'M900000',
  orderCreate: 'M90000001',
  orderUpdate: 'M90000002',
  orderDispatch: 'M90000003',
  orderWork: 'M90000004',
  orderResolve: 'M90000005',
  orderReopen: 'M90000006',
  orderExport: 'M90000007',
  orderInternal: 'M90000008',
  maintenancePlans: 'M900001',
  maintenancePlanChange: 'M90000101',
  maintenanceRecords: 'M900002',
  maintenanceRecordChange: 'M90000201',
} as const;

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
