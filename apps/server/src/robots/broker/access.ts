import { downTopicNames, isDownTopic, isUpTopic, parseTopic } from '@sweepline/contract/robot';

/**
 * Who may say and hear what (protocol 1.7). A device publishes its up topics and reads its down topics, under its own serial
 * number only; serial numbers are compared exactly, as the broker's own ACL would.
 */
export function mayPublish(user: string, topic: string, interfaces: readonly string[]): boolean {
  const parsed = parseTopic(topic, interfaces);
  return parsed.ok && parsed.address.serialNumber === user && isUpTopic(parsed.address.name);
}

/** A filter may leave open what the ACL leaves open: interface version, manufacturer and the topic, never the serial number. */
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

/** A device that subscribes to `…/+` gets its down topics and not its own up topics back. */
export function mayReceive(user: string, topic: string): boolean {
  const [, , , serialNumber, name] = topic.split('/');
  return serialNumber === user && downTopicNames.some((it) => it === name);
}
