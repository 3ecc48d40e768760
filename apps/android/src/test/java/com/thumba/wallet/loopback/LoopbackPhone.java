package com.thumba.wallet.loopback;

import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.app.Application;
import android.content.Context;
import android.content.Intent;
import android.location.Location;
import android.location.LocationManager;
import android.os.SystemClock;
import android.provider.CalendarContract.Calendars;
import com.thumba.wallet.calendar.CalendarProvider;
import com.thumba.wallet.message.SmsProvider;
import com.thumba.wallet.permission.TestPermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.shadows.ShadowLocationManager;

/** The phone and the person around the app: what is on it, and what they answer. */
public final class LoopbackPhone {
  private final Activity activity;
  private final Application application;
  private final CalendarProvider calendar = CalendarProvider.start();
  private final JSONArray intents = new JSONArray();
  private boolean grants;
  private ShadowActivity.PermissionsRequest answered;

  public LoopbackPhone(Activity activity) {
    this.activity = activity;
    application = activity.getApplication();
    calendar.keepCalendar(1, Calendars.CAL_ACCESS_OWNER, true);
    SmsProvider.start();
  }

  /** Answers the question that Android shows at the moment, if there is one. */
  public void answerQuestion() {
    ShadowActivity.PermissionsRequest open = shadowOf(activity).getLastRequestedPermission();
    if (open == null || open == answered) return;
    answered = open;
    TestPermissions.answer(activity, open, grants);
  }

  /** @param granted whether the person grants the next questions */
  public void answerQuestionsWith(boolean granted) {
    grants = granted;
  }

  /** @param messages rows with address, body, date and type, as content://sms has them */
  public void setInbox(JSONArray messages) throws JSONException {
    SmsProvider sms = SmsProvider.start();
    for (int index = 0; index < messages.length(); index++) {
      JSONObject message = messages.getJSONObject(index);
      sms.keep(
          message.getString("address"),
          message.getString("body"),
          message.getLong("date"),
          message.getInt("type"));
    }
  }

  public void setLocation(double latitude, double longitude) {
    LocationManager manager = (LocationManager) application.getSystemService(Context.LOCATION_SERVICE);
    Location place = new Location(LocationManager.NETWORK_PROVIDER);
    place.setLatitude(latitude);
    place.setLongitude(longitude);
    place.setAccuracy(500);
    place.setTime(System.currentTimeMillis());
    place.setElapsedRealtimeNanos(SystemClock.elapsedRealtimeNanos());
    ShadowLocationManager shadow = shadowOf(manager);
    shadow.setLocationEnabled(true);
    shadow.setProviderEnabled(LocationManager.NETWORK_PROVIDER, true);
    shadow.simulateLocation(place);
  }

  /** The events of the calendar, each with its reminders. */
  public JSONArray events() throws JSONException {
    JSONArray events = new JSONArray();
    for (Map<String, String> event : calendar.rows("events")) {
      JSONArray reminders = new JSONArray();
      for (Map<String, String> reminder : calendar.rows("reminders"))
        if (reminder.get("event_id").equals(event.get("_id"))) reminders.put(new JSONObject(reminder));
      events.put(new JSONObject(event).put("reminders", reminders));
    }
    return events;
  }

  /** The other apps that this app has started since its start. */
  public JSONArray intents() throws JSONException {
    List<Intent> inOrder = new ArrayList<>();
    for (Intent next = shadowOf(activity).getNextStartedActivity();
        next != null;
        next = shadowOf(activity).getNextStartedActivity()) inOrder.add(0, next);
    for (Intent intent : inOrder) intents.put(described(intent));
    return intents;
  }

  private static JSONObject described(Intent intent) throws JSONException {
    Intent inner = intent.getParcelableExtra(Intent.EXTRA_INTENT, Intent.class);
    return new JSONObject()
        .put("action", intent.getAction())
        .put("address", intent.getDataString())
        .put("type", intent.getType())
        .put("text", intent.getStringExtra(Intent.EXTRA_TEXT))
        .put("chosen", inner == null ? null : described(inner));
  }
}
