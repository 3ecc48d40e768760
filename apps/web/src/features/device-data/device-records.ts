import type { Request } from '@thumba/contract/wire';
import type { DeviceInfo, Place } from '../../platform/device.ts';
import type { SessionState } from '../../platform/session.ts';

type DeviceRecord = Request<'addDeviceInfo'>['body']['info'];
type LocationRecord = Extract<Request<'addUserGrabInfoToRisk'>['body'], { kind: 'location' }>['info'];

/** What the app reports about its phone. In a browser it reports only itself. */
export function deviceRecord(state: SessionState, info?: DeviceInfo): DeviceRecord {
  const { deviceId, ...further } = info ?? { deviceId: state.deviceId };
  return {
    deviceid: deviceId,
    appNameDevice: state.appName,
    appVersionDevice: state.AppVersionCode,
    deviceTypeDevice: state.device,
    language: state.lang,
    ...further,
  };
}

/** The rough location: two decimals of a degree are about a kilometre, and nothing finer is sent. */
export function locationRecord(place: Place): LocationRecord {
  const latitudeLocation = roughly(place.latitude);
  const longitudeLocation = roughly(place.longitude);
  return {
    latitudeLocation,
    longitudeLocation,
    northOrSouthLocation: latitudeLocation < 0 ? 'S' : 'N',
    eastOrWestLocation: longitudeLocation < 0 ? 'W' : 'E',
  };
}

function roughly(degrees: number): number {
  // Adding zero turns -0 into 0.
  return Math.round(degrees * 100) / 100 + 0;
}
