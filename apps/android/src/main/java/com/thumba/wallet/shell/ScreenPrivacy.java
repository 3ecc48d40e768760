package com.thumba.wallet.shell;

import android.view.Window;
import android.view.WindowManager;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Reply;

/** The hook {@code hideScreen}: no screenshots, and an empty picture in the list of apps. */
public record ScreenPrivacy(Window window) implements Hook {
  @Override
  public void ask(Argument argument, Reply reply) throws Argument.Invalid {
    if (argument.truth("hidden")) window.addFlags(WindowManager.LayoutParams.FLAG_SECURE);
    else window.clearFlags(WindowManager.LayoutParams.FLAG_SECURE);
    reply.value(true);
  }
}
