import {
  downTopicNames,
  isDownTopic,
  isUpTopic,
  moduleDownTopic,
  parseModuleTopic,
  parseTopic,
} from '@sweepline/contract/robot';

/**
 * The access rights of devices (docs/protocol/topics.md#access-rights). A device publishes its up topics and reads its down
 * topics under its own serial number. Serial numbers are compared exactly, as the ACL of a broker does.
 */
export function mayPublish(user: string, topic: string, interfaces: readonly string[]): boolean {
  const parsed = parseTopic(topic, interfaces);
  return parsed.ok && parsed.address.serialNumber === user && isUpTopic(parsed.address.name);
}

/** A filter may use `+` for interface version, manufacturer and topic, as in the ACL, but not for the serial number. */
export function maySubscribe(user: string, filter: string, interfaces: readonly string[]): boolean {
  const [interfaceName, major, manufacturer, serialNumber, name, ...more] = filter.split('/');
  const isWildcard = (level: string | undefined) => level === '+';
  return (
    more.length === 0 &&
    interfaces.includes(interfaceName ?? '') &&
    (isWildcard(major) || major === 'v2' || major === 'v3') &&
    manufacturer !== undefined &&
    manufacturer !== '#' &&
    serialNumber === user &&
    (isWildcard(name) || isDownTopic(name ?? ''))
  );
}

/** A device that subscribes to `…/+` receives its down topics and not its own up topics. */
export function mayReceive(user: string, topic: string): boolean {
  const [, , , serialNumber, name] = topic.split('/');
  return serialNumber === user && downTopicNames.some((it) => it === name);
}

/** What a client of the broker is. Its name tells, because serial numbers are unique over both. */
export type ClientKind = 'ROBOT' | 'MODULE';

interface Access {
  mayPublish(user: string, topic: string, interfaces: readonly string[]): boolean;
  maySubscribe(user: string, filter: string, interfaces: readonly string[]): boolean;
  mayReceive(user: string, topic: string): boolean;
}

/** Whether a topic or filter is for the commands of this module. The manufacturer of a filter may be `+`. */
function isCommandOf(user: string, topic: string): boolean {
  const [space, major, manufacturer, serial, name, ...more] = topic.split('/');
  return (
    more.length === 0 &&
    space === 'building' &&
    major === 'v1' &&
    manufacturer !== undefined &&
    manufacturer !== '#' &&
    serial === user &&
    name === moduleDownTopic
  );
}

/** The access rights of each kind of client. A module has no topic of robots, and a robot none of modules. */
export const accessOf: Record<ClientKind, Access> = {
  ROBOT: { mayPublish, maySubscribe, mayReceive },
  MODULE: {
    mayPublish: (user, topic) => {
      const parsed = parseModuleTopic(topic);
      return parsed.ok && parsed.address.serial === user;
    },
    maySubscribe: isCommandOf,
    mayReceive: isCommandOf,
  },
};
