package com.thumba.wallet.bridge;

import android.os.Handler;
import android.os.Looper;

/** A reply that says "failed" when no answer has come in time, because Android may stay silent. */
public final class TimeLimitedReply implements Reply {
  private final Reply reply;
  private final Runnable afterwards;
  private final Handler handler = new Handler(Looper.getMainLooper());
  private final Runnable whenLate = () -> refuse(Refusal.FAILED);
  private boolean isAnswered;

  public TimeLimitedReply(Reply reply, long limitMs) {
    this(reply, limitMs, () -> {});
  }

  /** @param afterwards runs once, when the answer is given or the time is over */
  public TimeLimitedReply(Reply reply, long limitMs, Runnable afterwards) {
    this.reply = reply;
    this.afterwards = afterwards;
    handler.postDelayed(whenLate, limitMs);
  }

  @Override
  public void value(Object value) {
    if (end()) reply.value(value);
  }

  @Override
  public void refuse(Refusal refusal) {
    if (end()) reply.refuse(refusal);
  }

  private boolean end() {
    if (isAnswered) return false;
    isAnswered = true;
    handler.removeCallbacks(whenLate);
    afterwards.run();
    return true;
  }
}
