package com.thumba.wallet.google;

import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Reply;
import java.util.ArrayList;
import java.util.List;

/** What a hook answered, in order. */
final class Answers implements Reply {
  final List<Object> given = new ArrayList<>();

  @Override
  public void value(Object value) {
    given.add(value);
  }

  @Override
  public void refuse(Refusal refusal) {
    given.add(refusal);
  }
}
