import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { accessDoors } from '../../entities/places/access-door-table.ts';
import { elevatorModules, elevators } from '../../entities/places/elevator-table.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';

/** The fields of an elevator module that the gateway needs. */
export interface ModuleRegistration {
  moduleId: string;
  companyId: string;
  serial: string;
  manufacturer: string;
  secretHash: string;
  softwareVersion: string | null;
  online: boolean;
  lastSeenAt: string | null;
  elevators: readonly { id: string; number: string; carIds: readonly string[] }[];
  doors: readonly { id: string; number: string }[];
}

/** The elevator modules of the installation, in memory, because every message needs one. */
export type ModuleRegistry = ReturnType<typeof createModuleRegistry>;

async function read(tx: Tx, where: SQL | undefined): Promise<ModuleRegistration[]> {
  const rows = await tx
    .select({ module: elevatorModules, elevator: elevators })
    .from(elevatorModules)
    .leftJoin(elevators, eq(elevators.moduleId, elevatorModules.id))
    .where(where);
  const doors = await tx
    .select({ id: accessDoors.id, number: accessDoors.number, moduleId: accessDoors.moduleId })
    .from(accessDoors)
    .where(isNotNull(accessDoors.moduleId));
  return [...Map.groupBy(rows, ({ module }) => module.id).values()].map((group) => {
    const { module } = group[0]!;
    return {
      moduleId: module.id,
      companyId: module.companyId,
      serial: module.serial,
      manufacturer: module.manufacturer,
      secretHash: module.secretHash,
      softwareVersion: module.softwareVersion,
      online: module.online,
      lastSeenAt: module.lastSeenAt,
      elevators: group.flatMap(({ elevator }) =>
        elevator
          ? [{ id: elevator.id, number: elevator.number, carIds: elevator.cars.map((car) => car.id) }]
          : [],
      ),
      doors: doors.filter(({ moduleId }) => moduleId === module.id),
    };
  });
}

/** Loads the modules and keeps them. Serial numbers are compared exactly, as topic levels are. */
export function createModuleRegistry(db: Db) {
  const bySerial = new Map<string, ModuleRegistration>();
  const byId = new Map<string, ModuleRegistration>();
  const put = (module: ModuleRegistration) => {
    bySerial.set(module.serial, module);
    byId.set(module.moduleId, module);
  };
  const load = (where?: SQL) => inScope(db, '*', (tx) => read(tx, where), { readOnly: true });

  return {
    bySerial: (serial: string) => bySerial.get(serial),
    byId: (moduleId: string) => byId.get(moduleId),
    all: () => byId.values(),
    loadAll: async (): Promise<void> => {
      const modules = await load();
      bySerial.clear();
      byId.clear();
      modules.forEach(put);
    },
    /** A module that was registered a moment ago, perhaps by another server. */
    find: async (serial: string): Promise<ModuleRegistration | undefined> => {
      const same = and(
        sql`lower(${elevatorModules.serial}) = ${serial.toLowerCase()}`,
        eq(elevatorModules.serial, serial),
      );
      const [module] = await load(same);
      if (module) put(module);
      return module;
    },
    reload: async (moduleId: string) => {
      const before = byId.get(moduleId);
      const [after] = await load(eq(elevatorModules.id, moduleId));
      if (before) {
        bySerial.delete(before.serial);
        byId.delete(moduleId);
      }
      if (after) put(after);
      return { before, after };
    },
  };
}
