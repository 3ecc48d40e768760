package com.thumba.wallet;

import android.app.Activity;
import com.thumba.wallet.bridge.BackgroundWork;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.calendar.CalendarHooks;
import com.thumba.wallet.message.MessageFigures;
import com.thumba.wallet.permission.PermissionHooks;
import com.thumba.wallet.permission.Permissions;
import com.thumba.wallet.phone.CoarseLocation;
import com.thumba.wallet.phone.DeviceInfo;
import com.thumba.wallet.phone.ExternalOpener;
import com.thumba.wallet.phone.Share;
import com.thumba.wallet.shell.ScreenPrivacy;
import com.thumba.wallet.update.UpdateApp;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The hooks that every build has. Those of Google's libraries are in the package google. */
public final class WrapperHooks {
  private static final int MOST_THREADS = 3;
  private static final long IDLE_THREAD_SECONDS = 30;

  private WrapperHooks() {}

  public static Map<String, Hook> of(
      Activity activity, LenderSettings settings, Permissions permissions, ActivityResults results) {
    BackgroundWork background = new BackgroundWork(threads());
    Map<String, Hook> hooks = new HashMap<>(PermissionHooks.of(permissions));
    String name = activity.getString(R.string.lender_name);
    hooks.putAll(CalendarHooks.of(activity, name, permissions, background));
    hooks.put("deviceInfo", new DeviceInfo(activity));
    hooks.put("hideScreen", new ScreenPrivacy(activity.getWindow()));
    hooks.put("location", new CoarseLocation(activity, permissions));
    hooks.put("messageFigures", new MessageFigures(activity, settings, permissions, background));
    hooks.put("openExternal", new ExternalOpener(activity, settings.origin()));
    hooks.put("share", new Share(activity));
    hooks.put("updateApp", new UpdateApp(activity, settings, results, background));
    return hooks;
  }

  private static ThreadPoolExecutor threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            MOST_THREADS, MOST_THREADS, IDLE_THREAD_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
