package com.thumba.wallet;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.util.SparseArray;

/**
 * Starts other apps and gives their results to those who asked. After Android has ended the process in between, a
 * result finds no one who asked, and is dropped: the page was loaded again and asks again.
 */
public final class ActivityResults {
  /** The result of another app; the intent may be null. */
  public interface Receiver {
    void receive(int resultCode, Intent data);
  }

  private static final int FIRST_CODE = 1000;

  private final Activity activity;
  private final SparseArray<Receiver> receivers = new SparseArray<>();
  private int nextCode = FIRST_CODE;

  ActivityResults(Activity activity) {
    this.activity = activity;
  }

  /** @return false if no app can do it */
  public boolean start(Intent intent, Receiver receiver) {
    int code = nextCode++;
    receivers.put(code, receiver);
    try {
      activity.startActivityForResult(intent, code);
      return true;
    } catch (ActivityNotFoundException | SecurityException noApp) {
      receivers.remove(code);
      return false;
    }
  }

  void deliver(int code, int resultCode, Intent data) {
    Receiver receiver = receivers.get(code);
    receivers.remove(code);
    if (receiver != null) receiver.receive(resultCode, data);
  }
}
