import { elevatorModules, elevatorProjects, elevators } from '../../entities/places/elevator-table.ts';
import { accessDoors } from '../../entities/places/access-door-table.ts';
import { elevatorRides } from '../../entities/places/elevator-ride-table.ts';
import { elevatorTests } from '../../entities/places/elevator-test-table.ts';
import { sites } from '../../entities/places/site-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

type Project = typeof elevatorProjects.$inferInsert;
type Module = typeof elevatorModules.$inferInsert;
type Door = typeof accessDoors.$inferInsert;
type Ride = typeof elevatorRides.$inferInsert;
type Elevator = typeof elevators.$inferInsert;

/** Builders of elevator projects. */
export function elevatorBuilders(db: Db, now: Clock) {
  const stamp = () => {
    const at = now().toISOString();
    return { createdAt: at, updatedAt: at, updatedBy: 'test' };
  };

  const anElevatorProject = async (overrides: Partial<Project> = {}) => {
    const companyId = overrides.companyId ?? companyIds.mall;
    return await inScope(db, '*', async (tx) => {
      const place = { name: `Tower ${newId()}`, address: 'Rheinallee 1', timezone: 'Europe/Berlin' };
      const siteId =
        overrides.siteId ??
        (
          await tx
            .insert(sites)
            .values({ companyId, ...place, createdAt: now().toISOString() })
            .returning()
        )[0]!.id;
      const row = { number: newId().slice(-12), name: 'Tower', ...overrides, companyId, siteId, ...stamp() };
      return (await tx.insert(elevatorProjects).values(row).returning())[0]!;
    });
  };

  const anElevator = async (overrides: Partial<Elevator> = {}) => {
    const { companyId = companyIds.mall } = overrides;
    const project = await anElevatorProject({ companyId });
    const row = {
      number: newId().slice(-12),
      name: 'Elevator A',
      cars: [{ id: 'A', name: '', doors: ['FRONT' as const] }],
      projectId: project.id,
      siteId: project.siteId,
      ...overrides,
      companyId,
      ...stamp(),
    };
    return await inScope(db, '*', async (tx) => (await tx.insert(elevators).values(row).returning())[0]!);
  };

  return {
    anElevatorProject,
    anElevator,

    /** A test of an elevator that has ended. Calls about tests name the elevator. */
    anElevatorTest: async ({ companyId = companyIds.mall }: { companyId?: string } = {}) => {
      const { id: elevatorId } = await anElevator({ companyId });
      const at = now().toISOString();
      const row = { companyId, elevatorId, carId: 'A', from: '0', to: '1', state: 'PASSED' as const };
      await inScope(db, '*', (tx) =>
        tx.insert(elevatorTests).values({ ...row, steps: [], startedAt: at, startedBy: 'test', endedAt: at }),
      );
      return { id: elevatorId };
    },

    aDoor: async (overrides: Partial<Door> = {}) => {
      const { companyId = companyIds.mall } = overrides;
      const projectId = overrides.projectId ?? (await anElevatorProject({ companyId })).id;
      const row = { number: newId().slice(-12), name: 'Ward', kind: 'DOOR' as const, ...overrides };
      return await inScope(
        db,
        '*',
        async (tx) =>
          (
            await tx
              .insert(accessDoors)
              .values({ ...row, companyId, projectId, ...stamp() })
              .returning()
          )[0]!,
      );
    },

    anElevatorRide: async (overrides: Partial<Ride> = {}) => {
      const { companyId = companyIds.mall } = overrides;
      const elevator = await anElevator({ companyId });
      const at = now().toISOString();
      const row = {
        rideId: newId(),
        isTwin: false,
        robotRideId: newId(),
        deviceId: newId(),
        deviceCompanyId: companyId,
        elevatorId: elevator.id,
        elevatorNumber: elevator.number,
        siteName: 'Tower',
        fromFloor: '0',
        toFloor: '1',
        status: 'FINISHED' as const,
        code: '',
        place: 'OUTSIDE' as const,
        grant: 'REVOKED' as const,
        requestedAt: at,
        statusAt: at,
        endedAt: at,
        events: [],
        ...overrides,
        companyId,
      };
      return await inScope(
        db,
        '*',
        async (tx) => (await tx.insert(elevatorRides).values(row).returning())[0]!,
      );
    },

    anElevatorModule: async (overrides: Partial<Module> = {}) => {
      const { companyId = companyIds.mall } = overrides;
      const projectId = overrides.projectId ?? (await anElevatorProject({ companyId })).id;
      const serial = `LIFT-${newId().slice(-12)}`;
      const row = {
        number: serial,
        serial,
        manufacturer: 'ACME',
        type: 'CONTROLLER' as const,
        secretHash: '',
        ...overrides,
        companyId,
        projectId,
        ...stamp(),
      };
      return await inScope(
        db,
        '*',
        async (tx) => (await tx.insert(elevatorModules).values(row).returning())[0]!,
      );
    },
  };
}
