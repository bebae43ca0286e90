import { bindingStates, type BindingState } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindingCommands, bindingEvents, nextBinding, type BindingEvent } from './binding-rules.ts';

const walk = (from: BindingState, events: readonly BindingEvent[]) =>
  events.reduce((state, event) => nextBinding(state, event) ?? state, from);

test('each event leads to the state of the table in docs/protocol/credentials.md', () => {
  const rows: [BindingState, BindingEvent, BindingState][] = [
    ['NOT_ACTIVATED', 'ACTIVATE', 'ACTIVATED'],
    ['ACTIVATED', 'FREEZE', 'FREEZING'],
    ['FREEZING', 'FROZEN_AT_ROBOT', 'FROZEN'],
    ['FROZEN', 'UNFREEZE', 'UNFREEZING'],
    ['UNFREEZING', 'UNFROZEN_AT_ROBOT', 'ACTIVATED'],
    ['FROZEN', 'EXPIRE', 'FROZEN'],
    ['ACTIVATED', 'UNBIND', 'UNBINDING'],
    ['FROZEN', 'UNBIND', 'UNBINDING'],
    ['UNBINDING', 'UNBOUND', 'NOT_ACTIVATED'],
    ['ACTIVATED', 'CHANGE_SN', 'VOID'],
  ];
  for (const [from, event, to] of rows) expect(nextBinding(from, event), `${from} ${event}`).toBe(to);
});

test('a void serial number stays void after any event', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...bindingEvents)), (events) => walk('VOID', events) === 'VOID'),
  );
});

test('ACTIVATED is reached only from NOT_ACTIVATED and UNFREEZING', () => {
  for (const from of bindingStates)
    for (const event of bindingEvents)
      if (nextBinding(from, event) === 'ACTIVATED')
        expect(['NOT_ACTIVATED', 'UNFREEZING'], `${from} ${event}`).toContain(from);
});

test('UNBINDING ends only with UNBOUND', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...bindingEvents.filter((event) => event !== 'UNBOUND'))),
      (events) => {
        return walk('UNBINDING', events) === 'UNBINDING';
      },
    ),
  );
});

test('each waiting state has a command for the robot and an event for its success', () => {
  for (const [state, command] of Object.entries(bindingCommands))
    expect(nextBinding(state as BindingState, command?.done ?? 'ACTIVATE'), state).toBeDefined();
});

test('a late reply of the robot to a cancelled command has no effect', () => {
  expect(walk('ACTIVATED', ['FREEZE', 'UNFREEZE', 'FROZEN_AT_ROBOT'])).toBe('UNFREEZING');
  expect(walk('FROZEN', ['UNFREEZE', 'FREEZE', 'UNFROZEN_AT_ROBOT'])).toBe('FREEZING');
});
