package com.thumba.wallet.message;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.robolectric.Robolectric;

/** The SMS of a phone, which Robolectric does not have. */
public final class SmsProvider extends ContentProvider {
  private final SQLiteDatabase database = SQLiteDatabase.create(null);
  private final Set<String> readSenders = Collections.synchronizedSet(new HashSet<>());
  private RuntimeException failure;

  public static SmsProvider start() {
    return Robolectric.buildContentProvider(SmsProvider.class).create("sms").get();
  }

  @Override
  public boolean onCreate() {
    database.execSQL(
        "CREATE TABLE sms (_id INTEGER PRIMARY KEY, address TEXT, body TEXT, date INTEGER, type INTEGER)");
    return true;
  }

  public void keep(String address, String body, long date, int type) {
    ContentValues row = new ContentValues();
    row.put("address", address);
    row.put("body", body);
    row.put("date", date);
    row.put("type", type);
    database.insertOrThrow("sms", null, row);
  }

  public void failWith(RuntimeException fault) {
    failure = fault;
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] bounds, String order) {
    if (failure != null) throw failure;
    if (List.of(columns).contains("body")) keepReadSenders(where, bounds);
    return database.query("sms", columns, where, bounds, null, null, order);
  }

  private void keepReadSenders(String where, String[] bounds) {
    String[] sender = {"address"};
    try (Cursor rows = database.query("sms", sender, where, bounds, null, null, null)) {
      while (rows.moveToNext()) readSenders.add(rows.getString(0));
    }
  }

  /** The senders of the messages whose texts the app has asked for. */
  public Set<String> readSenders() {
    return readSenders;
  }

  @Override
  public String getType(Uri uri) {
    return null;
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    throw new UnsupportedOperationException("the app writes no SMS");
  }

  @Override
  public int delete(Uri uri, String where, String[] bounds) {
    throw new UnsupportedOperationException("the app deletes no SMS");
  }

  @Override
  public int update(Uri uri, ContentValues values, String where, String[] bounds) {
    throw new UnsupportedOperationException("the app changes no SMS");
  }
}
