package com.thumba.wallet.phone;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Reply;

/** The hook share: Android's share sheet with a text. */
public final class Share implements Hook {
  private static final int LONGEST_TEXT = 2000;

  private final Activity activity;

  public Share(Activity activity) {
    this.activity = activity;
  }

  @Override
  public void ask(Argument argument, Reply reply) throws Argument.Invalid {
    String text = argument.text("text", LONGEST_TEXT);
    Intent send = new Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, text);
    try {
      activity.startActivity(Intent.createChooser(send, null));
      reply.value(true);
    } catch (ActivityNotFoundException noSheet) {
      reply.refuse(Refusal.UNSUPPORTED);
    }
  }
}
