package com.thumba.wallet.google;

import android.os.Handler;
import android.os.Looper;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Reply;

/** A request that waits for Google's libraries. It ends once: by an answer, by a refusal or by its time limit. */
final class OpenRequest {
  private final Handler mainThread = new Handler(Looper.getMainLooper());
  private final Runnable timeLimit = () -> refuse(Refusal.FAILED);
  private final Reply reply;
  private final Runnable stop;
  private boolean isOpen = true;

  /** @param stop ends what was started for this request */
  OpenRequest(Reply reply, long limitMillis, Runnable stop) {
    this.reply = reply;
    this.stop = stop;
    mainThread.postDelayed(timeLimit, limitMillis);
  }

  void value(String value) {
    if (end()) reply.value(value);
  }

  void refuse(Refusal refusal) {
    if (end()) reply.refuse(refusal);
  }

  private boolean end() {
    if (!isOpen) return false;
    isOpen = false;
    mainThread.removeCallbacks(timeLimit);
    stop.run();
    return true;
  }
}
