package com.thumba.wallet.phone;

import android.content.Context;
import android.location.Location;
import android.location.LocationListener;
import android.location.LocationManager;
import android.os.Build;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.Looper;
import android.os.SystemClock;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Reply;
import com.thumba.wallet.bridge.TimeLimitedReply;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.Permissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.json.JSONObject;

/** The hook location: where the phone is, to about a kilometre. A finer place does not leave this class. */
public final class CoarseLocation implements Hook {
  private static final long LIMIT_MS = 9_000;
  private static final long OLDEST_KNOWN_NANOS = 30L * 60 * 1_000_000_000;

  private final Context context;
  private final LocationManager manager;
  private final Permissions permissions;

  public CoarseLocation(Context context, Permissions permissions) {
    this.context = context;
    this.permissions = permissions;
    manager = context.getSystemService(LocationManager.class);
  }

  @Override
  public void ask(Argument argument, Reply reply) {
    if (manager == null) reply.refuse(Refusal.UNSUPPORTED);
    else if (!permissions.isGranted(Permission.LOCATION) || !isSwitchedOn()) reply.refuse(Refusal.REFUSED);
    else {
      Location known = newestKnown();
      if (known != null) reply.value(rounded(known));
      else askProvider(reply);
    }
  }

  private boolean isSwitchedOn() {
    if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) return manager.isLocationEnabled();
    return manager.isProviderEnabled(LocationManager.NETWORK_PROVIDER)
        || manager.isProviderEnabled(LocationManager.GPS_PROVIDER);
  }

  /** In the order in which they are asked. Before Android 12 the last two need the fine location. */
  private static List<String> providers() {
    List<String> providers = new ArrayList<>();
    providers.add(LocationManager.NETWORK_PROVIDER);
    providers.add(LocationManager.FUSED_PROVIDER);
    if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) {
      providers.add(LocationManager.GPS_PROVIDER);
      providers.add(LocationManager.PASSIVE_PROVIDER);
    }
    return providers;
  }

  private Location newestKnown() {
    Location newest = null;
    for (String provider : providers()) {
      Location known = lastKnown(provider);
      if (known == null || ageNanos(known) >= OLDEST_KNOWN_NANOS) continue;
      if (newest == null || ageNanos(known) < ageNanos(newest)) newest = known;
    }
    return newest;
  }

  private Location lastKnown(String provider) {
    try {
      return manager.getLastKnownLocation(provider);
    } catch (SecurityException | IllegalArgumentException notOnThisPhone) {
      return null;
    }
  }

  private static long ageNanos(Location location) {
    return SystemClock.elapsedRealtimeNanos() - location.getElapsedRealtimeNanos();
  }

  private void askProvider(Reply reply) {
    for (String provider : providers()) {
      if (provider.equals(LocationManager.PASSIVE_PROVIDER) || !isEnabled(provider)) continue;
      if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.R) askOnce(provider, reply);
      else listenOnce(provider, reply);
      return;
    }
    reply.refuse(Refusal.UNSUPPORTED);
  }

  private boolean isEnabled(String provider) {
    try {
      return manager.isProviderEnabled(provider);
    } catch (SecurityException | IllegalArgumentException notOnThisPhone) {
      return false;
    }
  }

  private void askOnce(String provider, Reply reply) {
    CancellationSignal end = new CancellationSignal();
    Reply limited = new TimeLimitedReply(reply, LIMIT_MS, end::cancel);
    manager.getCurrentLocation(
        provider, end, context.getMainExecutor(), location -> answer(limited, location));
  }

  private void listenOnce(String provider, Reply reply) {
    FirstLocation listener = new FirstLocation();
    Reply limited = new TimeLimitedReply(reply, LIMIT_MS, () -> manager.removeUpdates(listener));
    listener.receiver = location -> answer(limited, location);
    manager.requestLocationUpdates(provider, 0, 0, listener, Looper.getMainLooper());
  }

  private static void answer(Reply reply, Location location) {
    if (location == null) reply.refuse(Refusal.FAILED);
    else reply.value(rounded(location));
  }

  private static JSONObject rounded(Location location) {
    Map<String, Double> place = new LinkedHashMap<>();
    place.put("latitude", twoDecimals(location.getLatitude()));
    place.put("longitude", twoDecimals(location.getLongitude()));
    return new JSONObject(place);
  }

  private static double twoDecimals(double degrees) {
    return Math.round(degrees * 100) / 100.0;
  }

  /** Before Android 11 a listener without one of these methods stops the app. */
  private static final class FirstLocation implements LocationListener {
    Consumer<Location> receiver;

    @Override
    public void onLocationChanged(Location location) {
      receiver.accept(location);
    }

    @Override
    public void onProviderEnabled(String provider) {}

    @Override
    public void onProviderDisabled(String provider) {
      receiver.accept(null);
    }

    @Override
    @Deprecated
    public void onStatusChanged(String provider, int status, Bundle extras) {}
  }
}
