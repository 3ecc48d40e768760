package com.thumba.wallet.loopback;

import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.app.Application;
import android.content.ContentValues;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.database.Cursor;
import android.location.Location;
import android.location.LocationManager;
import android.os.SystemClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.shadows.ShadowLocationManager;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The phone and the person around the app: what is on it, and what they answer. */
public final class LoopbackPhone {
  private final Activity activity;
  private final Application application;
  private final TableProvider sms = TableProvider.registerSms();
  private final TableProvider calendar = TableProvider.registerCalendar();
  private final JSONArray intents = new JSONArray();
  private boolean grants;
  private ShadowActivity.PermissionsRequest answered;

  public LoopbackPhone(Activity activity) {
    this.activity = activity;
    application = activity.getApplication();
    ContentValues primary = new ContentValues();
    primary.put("name", "Phone");
    primary.put("calendar_displayName", "Phone");
    primary.put("account_name", "phone");
    primary.put("account_type", "LOCAL");
    primary.put("ownerAccount", "phone");
    primary.put("calendar_access_level", 700);
    primary.put("visible", 1);
    primary.put("sync_events", 1);
    primary.put("isPrimary", 1);
    primary.put("deleted", 0);
    calendar.database().insertOrThrow("calendars", null, primary);
  }

  /** Answers the question that Android shows at the moment, if there is one. */
  public void answerQuestion() {
    ShadowActivity.PermissionsRequest open = shadowOf(activity).getLastRequestedPermission();
    if (open == null || open == answered) return;
    answered = open;
    if (grants) shadowOf(application).grantPermissions(open.requestedPermissions);
    int[] answers = new int[open.requestedPermissions.length];
    Arrays.fill(answers, grants ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED);
    Intent result =
        new Intent()
            .putExtra("android.content.pm.extra.REQUEST_PERMISSIONS_NAMES", open.requestedPermissions)
            .putExtra("android.content.pm.extra.REQUEST_PERMISSIONS_RESULTS", answers);
    // As Android does it, so that the activity knows that the question is closed.
    ReflectionHelpers.callInstanceMethod(
        Activity.class,
        activity,
        "dispatchRequestPermissionsResult",
        ClassParameter.from(int.class, open.requestCode),
        ClassParameter.from(Intent.class, result));
  }

  /** @param granted whether the person grants the next questions */
  public void answerQuestionsWith(boolean granted) {
    grants = granted;
  }

  /** @param messages rows with address, body, date and type, as content://sms has them */
  public void setInbox(JSONArray messages) throws JSONException {
    sms.database().delete("sms", null, null);
    for (int index = 0; index < messages.length(); index++) {
      JSONObject message = messages.getJSONObject(index);
      ContentValues row = new ContentValues();
      row.put("address", message.getString("address"));
      row.put("body", message.getString("body"));
      row.put("date", message.getLong("date"));
      row.put("type", message.getInt("type"));
      sms.database().insertOrThrow("sms", null, row);
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

  /** The events of the calendar, each with the minutes of its reminders. */
  public JSONArray events() throws JSONException {
    JSONArray events = rowsOf("SELECT * FROM events WHERE ifnull(deleted, 0) = 0 ORDER BY _id");
    for (int index = 0; index < events.length(); index++) {
      JSONObject event = events.getJSONObject(index);
      event.put("reminders", rowsOf("SELECT minutes, method FROM reminders WHERE event_id = " + event.getLong("_id")));
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

  private JSONArray rowsOf(String query) throws JSONException {
    JSONArray rows = new JSONArray();
    try (Cursor cursor = calendar.database().rawQuery(query, null)) {
      while (cursor.moveToNext()) {
        JSONObject row = new JSONObject();
        for (int column = 0; column < cursor.getColumnCount(); column++) {
          boolean isNumber = cursor.getType(column) == Cursor.FIELD_TYPE_INTEGER;
          row.put(cursor.getColumnName(column), isNumber ? cursor.getLong(column) : cursor.getString(column));
        }
        rows.put(row);
      }
    }
    return rows;
  }
}
