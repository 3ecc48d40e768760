package com.thumba.wallet.phone;

import android.content.Context;
import android.content.SharedPreferences;
import android.os.Build;
import android.provider.Settings;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Reply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.json.JSONObject;

/** The hook deviceInfo: which phone this is. */
public final class DeviceInfo implements Hook {
  private static final int LONGEST_NAME = 60;
  private static final int LONGEST_VERSION = 40;
  private static final Pattern DEVICE_ID = Pattern.compile("[A-Za-z0-9_.:-]{8,100}");
  /** Many phones of one old maker all have this id. */
  private static final String SHARED_ID = "9774d56d682e549c";
  private static final String KEPT_ID = "deviceId";

  private final Context context;

  public DeviceInfo(Context context) {
    this.context = context;
  }

  @Override
  public void ask(Argument argument, Reply reply) {
    Map<String, String> phone = new LinkedHashMap<>();
    phone.put("deviceId", deviceId());
    phone.put("manufacturer", line(Build.MANUFACTURER, LONGEST_NAME));
    phone.put("model", line(Build.MODEL, LONGEST_NAME));
    phone.put("osVersion", line("Android " + Build.VERSION.RELEASE, LONGEST_VERSION));
    reply.value(new JSONObject(phone));
  }

  private String deviceId() {
    String id = Settings.Secure.getString(context.getContentResolver(), Settings.Secure.ANDROID_ID);
    boolean isOwn = id != null && !id.equals(SHARED_ID) && DEVICE_ID.matcher(id).matches();
    return isOwn ? id : keptId();
  }

  private String keptId() {
    SharedPreferences kept = context.getSharedPreferences("device", Context.MODE_PRIVATE);
    String id = kept.getString(KEPT_ID, null);
    if (id != null) return id;
    String fresh = UUID.randomUUID().toString();
    kept.edit().putString(KEPT_ID, fresh).apply();
    return fresh;
  }

  /** One line of visible characters. A phone without a name is an "Android". */
  static String line(String text, int longest) {
    String visible = text == null ? "" : text.replaceAll("[\\p{C}\\p{Z}]+", " ").trim();
    String name = visible.isEmpty() ? "Android" : visible;
    if (name.length() <= longest) return name;
    int end = Character.isHighSurrogate(name.charAt(longest - 1)) ? longest - 1 : longest;
    return name.substring(0, end).trim();
  }
}
