package com.thumba.wallet.bridge;

import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;

/** What the page gave to a hook. Each field is checked when it is read, because the page can be faulty. */
public final class Argument {
  /** A field is missing, or it has another type, length or form than the contract says. */
  public static final class Invalid extends Exception {
    private static final long serialVersionUID = 1L;

    Invalid(String field) {
      super("the argument has no valid " + field);
    }
  }

  private final JSONObject fields;

  public Argument(JSONObject fields) {
    this.fields = fields;
  }

  /** A text of 1 to {@code longest} characters. */
  public String text(String field, int longest) throws Invalid {
    if (fields.opt(field) instanceof String text && !text.isEmpty() && text.length() <= longest) return text;
    throw new Invalid(field);
  }

  public boolean truth(String field) throws Invalid {
    if (fields.opt(field) instanceof Boolean truth) return truth;
    throw new Invalid(field);
  }

  /** A whole number from 0 to {@code most}. */
  public int count(String field, int most) throws Invalid {
    if (fields.opt(field) instanceof Integer count && count >= 0 && count <= most) return count;
    throw new Invalid(field);
  }

  /** At most {@code most} texts of 1 to {@code longest} characters each. */
  public List<String> texts(String field, int most, int longest) throws Invalid {
    if (!(fields.opt(field) instanceof JSONArray array) || array.length() > most) throw new Invalid(field);
    List<String> texts = new ArrayList<>();
    for (int index = 0; index < array.length(); index++) {
      if (!(array.opt(index) instanceof String text) || text.isEmpty() || text.length() > longest)
        throw new Invalid(field);
      texts.add(text);
    }
    return texts;
  }
}
