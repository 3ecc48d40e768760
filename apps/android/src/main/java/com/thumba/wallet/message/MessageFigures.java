package com.thumba.wallet.message;

import android.content.Context;
import com.thumba.wallet.LenderSettings;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.BackgroundWork;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Reply;
import com.thumba.wallet.bridge.TimeLimitedReply;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.Permissions;
import java.util.List;

/** The hook messageFigures: figures of the SMS of some senders, in builds for lenders that read SMS. */
public final class MessageFigures implements Hook {
  private static final long LIMIT_MS = 29_000;
  private static final int MOST_SENDERS = 100;
  private static final int LONGEST_SENDER = 100;

  private final LenderSettings settings;
  private final Permissions permissions;
  private final BackgroundWork background;
  private final Inbox inbox;

  public MessageFigures(
      Context context, LenderSettings settings, Permissions permissions, BackgroundWork background) {
    this.settings = settings;
    this.permissions = permissions;
    this.background = background;
    inbox = new Inbox(context.getContentResolver());
  }

  @Override
  public void ask(Argument argument, Reply reply) throws Argument.Invalid {
    List<String> senders = argument.texts("senders", MOST_SENDERS, LONGEST_SENDER);
    if (!settings.readsMessages()) reply.refuse(Refusal.UNSUPPORTED);
    else if (!permissions.isGranted(Permission.MESSAGES)) reply.refuse(Refusal.REFUSED);
    else
      background.start(
          new TimeLimitedReply(reply, LIMIT_MS),
          () -> inbox.figuresOf(senders, System.currentTimeMillis()).value());
  }
}
