import { formatModuleTopic, isModuleTopic, moduleDownTopic } from '@sweepline/contract/robot';
import { moduleChannel, moduleCommands } from '../../features/places/elevators/elevator-channel-service.ts';
import type { Link, LinkEvents } from '../protocol/link.ts';
import { createModuleIntake, type ModuleIntakeDeps } from './module-intake.ts';
import { createModuleRegistry } from './module-registry.ts';
import { createRideDriver } from './ride-driver.ts';

interface ModuleGatewayDeps extends Omit<ModuleIntakeDeps, 'registry' | 'onCar'> {
  link: Pick<Link, 'publish' | 'disconnect'>;
}

const tickMs = 10_000;

/** Elevator modules beside robots: their messages, their commands and their credentials. */
export async function openModuleGateway(deps: ModuleGatewayDeps) {
  const { db, bus, log, link, owns, now } = deps;
  const registry = createModuleRegistry(db);
  await registry.loadAll();
  const rides = createRideDriver({ ...deps, registry });
  const intake = createModuleIntake({ ...deps, registry, onCar: rides.onCar });
  const fault = (error: unknown) => log.error({ error }, 'elevator modules could not be read');

  const stops = [
    bus.subscribe(moduleChannel, ({ content: { moduleId } }) => {
      registry.reload(moduleId).then(({ before, after }) => {
        // The credential of an open connection is not valid any more.
        const isOther = before?.secretHash !== after?.secretHash || before?.serial !== after?.serial;
        if (before && isOther) link.disconnect(before.serial);
      }, fault);
    }),
    bus.subscribe(moduleCommands, ({ content: { moduleId, command } }) => {
      const module = registry.byId(moduleId);
      if (!module || !owns(moduleId)) return;
      // Without the broker the command is lost, and the sender waits in vain for the reply.
      link.publish(formatModuleTopic(module, moduleDownTopic), JSON.stringify(command)).catch(() => {});
    }),
    bus.onGap(() => void registry.loadAll().catch(fault)),
  ];
  const timer = setInterval(() => void intake.tick(now().getTime()).catch(fault), tickMs);

  return {
    registry,
    /** Receives the messages of modules; `receive` those of robots. */
    besides:
      (receive: LinkEvents['receive']): LinkEvents['receive'] =>
      (inbound) =>
        isModuleTopic(inbound.topic) ? intake.receive(inbound) : receive(inbound),
    stop: (): void => {
      rides.stop();
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}
