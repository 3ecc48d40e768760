package com.thumba.wallet.shell;

import android.content.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** The script that makes the object of docs/android-bridge.md on the page. */
public final class BridgeScript {
  private static final String FILE = "bridge.js";
  private static final String PLACE_OF_CONSTANTS = "(CONSTANTS)";

  private BridgeScript() {}

  /**
   * @param answeredAtOnce the methods that answer from a constant, each with its constant
   * @param hooks the methods that answer later
   */
  public static String of(Context context, Map<String, String> answeredAtOnce, Collection<String> hooks) {
    try {
      JSONObject constants =
          new JSONObject()
              .put("answeredAtOnce", new JSONObject(answeredAtOnce))
              .put("hooks", new JSONArray(hooks));
      return read(context).replace(PLACE_OF_CONSTANTS, "(" + constants + ")");
    } catch (JSONException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String read(Context context) {
    try (InputStream file = context.getAssets().open(FILE)) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      byte[] part = new byte[4096];
      for (int length = file.read(part); length >= 0; length = file.read(part)) content.write(part, 0, length);
      return new String(content.toByteArray(), StandardCharsets.UTF_8);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }
}
