import { faultNames } from './fault-option.ts';
import { faultCodes } from '../robot/body/faults.ts';
import { modelNames } from '../robot/spec.ts';
import { wearingParts } from '../robot/body/wear.ts';
import { worldNames } from '../world/built-in.ts';

export const usage = `robotsim run [options]      one or more robots until stopped
robotsim activate --code C [options]      enrol only; the credential is saved in --state
robotsim scenario FILE [options]          a scripted run of the robots in a YAML file: status 0 if all it expects
                       comes true, 1 if not; README.md shows one
robotsim check --url U [--http H] --sn SN --password P   test a server as this robot: status 0 if no rule
                       of docs/protocol fails, 1 if one does, 2 without a connection
robotsim record --sn SN --out FILE        record a robot, on a broker that lets this client read its topics:
                       with MQTT_DEV_LISTENER=1 without a password, else as --user of an observer
robotsim lift --sn SERIAL --password P    play the controller of an elevator (docs/protocol/elevators.md): --manufacturer,
                       --elevator A --car A --floors 0,1,2 --doors FRONT,REAR, --mode FIRE@30s; or --fleet FILE,
                       a JSON array of serial, manufacturer, password, cars: elevatorId, carId, floors, doors;
                       doors of the building by --gates WARD-1,WARD-2, in the file doors
robotsim phone --app PACKAGE --build N     play an app on a phone (docs/apps.md): it asks for its newest build, downloads and
                       asks again: --http U (default http://127.0.0.1:8080), --install ID, --lang en, --token SESSION;
                       status 0 when it has the newest build for it, 1 if a download fails
robotsim replay FILE [options]            publish the recorded robots' messages again, with their timing
                       (--speedup shortens it), new ids and present times

  --url URL            broker, mqtt:// or mqtts:// (default: that of the activation in --state, else
                       mqtt://127.0.0.1:1883)
  --http URL           server for files (default: none, reports go without)
  --fleet FILE         robots from a JSON array: sn, model, password, world or map, and optionally
                       user, name, mapId, worldSeed, dock, start, soc, mtbf, net, habit
  --sn SN              serial number; J30C{0001..0012} makes twelve
  --count N            so many robots, numbered on from --sn
  --model MODEL        ${modelNames.join(', ')} (default J30)
  --world NAME         ${worldNames.join(', ')} (default office)
  --map FILE           a ROS map_server YAML instead of a built-in floor
  --dock X,Y,DEG       where the charger stands on the floor of --map, which has none
  --start X,Y,DEG      where it stands at first (default: its dock)
  --activate C[,C…]    unprovisioned robots: each enters one of these codes at its screen, and
                       another one when it is unbound and asks again
  --credential certificate|password   what they ask for (default password)
  --ca FILE            PEM of the authority that signed the server's certificate
  --user U --password P   credential (default user: the serial number; without a password no
                       name is sent either, for a broker that accepts clients without one)
  --manufacturer NAME  (default JBOT)      --vda 3.0.0|2.0.0   (default 3.0.0)
  --light              cheap robots for load: no grid, a thousand to a core
  --habit              a local operator starts runs now and then
  --seed N             the same seed gives the same floor and the same luck (default 1)
  --speedup F          simulated seconds to a real one, 1 to 1000 (default 1); above 100 for a few robots only, because
                       one of them needs a quarter of a core at 1000
  --soc PCT            battery at first (default: 55 to 95)
  --mtbf HOURS|off     mean working time between faults, as 8h (default off)
  --fault CODE@TIME    a fault at a time, as 20110@90s; several with commas. 10102@60s*12/5s makes it chatter:
                       twelve times, five seconds apart, each over before the next. ${faultNames.join(', ')} in place
                       of a code is a cause with its followers. 20110@60s:repair never ends by time, a restart or a
                       reboot, but by consumable.reset of its part or by --repair. Codes:
                       ${faultCodes.join(' ')}
  --repair CODE@TIME   a person at the robot ends the fault, as 20110@300s; several with commas
  --relapse CODE=P     a repaired fault comes back with this probability 5 to 15 s after the next run has begun, as
                       20110=0.5; 0 is never, 1 always; several with commas. The relapse needs a repair too, and that
                       can fail again; 20110=1*1 fails once only
  --wear PART=PCT      remaining percent of parts at first, as mainBrush=16,filter=40 (default: 25 to 95):
                       ${wearingParts.join(' ')}
  --offline TIME@TIME  no network for so long from that time on, as 2h@60s, both of the real clock: what happens
                       meanwhile arrives late, from its journal
  --edit KEY=VALUE@TIME  a setting changed at its screen, as volume=30@20s; several with commas; wall=5:5:6:5@20s draws a wall on its map
  --ota-fail WHERE     its next updates fail at hash, sign, unpack, install, boot or selftest
  --power-cut PHASE    its power is cut once when an update reaches this phase, as INSTALLING
  --net PROFILE        lat=80ms,jit=30ms,loss=1%,drop=20m/30s; inline=200: longer parameters go as a file
  --clock-skew TIME    its clock is ahead of the true time, as 90s, or behind it, as --clock-skew=-90s
  --state DIR          saves the robots' state; the next start continues from there
  --token TOKEN        scenario: the session token of its server.call
  --record FILE        run: record the messages of these robots, sent and received
  --until TIME|runs=N  ends after so long, or so many finished runs
  --log text|json|none (default text)`;
