package com.thumba.wallet;

import android.app.Activity;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.permission.PermissionHooks;
import com.thumba.wallet.permission.Permissions;
import com.thumba.wallet.phone.CoarseLocation;
import com.thumba.wallet.phone.DeviceInfo;
import com.thumba.wallet.phone.ExternalOpener;
import com.thumba.wallet.phone.Share;
import java.util.HashMap;
import java.util.Map;

/** The hooks that every build has. Those of Google's libraries are in the package google. */
public final class WrapperHooks {
  private WrapperHooks() {}

  public static Map<String, Hook> of(
      Activity activity, LenderSettings settings, Permissions permissions, ActivityResults results) {
    Map<String, Hook> hooks = new HashMap<>(PermissionHooks.of(permissions));
    hooks.put("deviceInfo", new DeviceInfo(activity));
    hooks.put("location", new CoarseLocation(activity, permissions));
    hooks.put("openExternal", new ExternalOpener(activity, settings.origin()));
    hooks.put("share", new Share(activity));
    return hooks;
  }
}
