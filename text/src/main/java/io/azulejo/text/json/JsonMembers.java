package io.azulejo.text.json;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The members of a JSON object, taken one by one by their names; what is left over is unknown. */
public final class JsonMembers {
  private final JsonValue object;
  private final Map<String, JsonValue> members;
  private final Set<String> known = new LinkedHashSet<>();

  JsonMembers(JsonValue object, Map<String, JsonValue> members) {
    this.object = object;
    this.members = members;
  }

  /** The member of a name, which has to be there. */
  public JsonValue required(String name) {
    known.add(name);
    JsonValue value = members.get(name);
    if (value == null) {
      throw object.missing(name);
    }
    return value;
  }

  /** The member of a name, if there is one. */
  public Optional<JsonValue> optional(String name) {
    known.add(name);
    return Optional.ofNullable(members.get(name));
  }

  /** The member of a name, if there is one that is not null. */
  public Optional<JsonValue> optionalValue(String name) {
    return optional(name).filter(value -> !value.isNull());
  }

  /** The truth of a name; false if there is none. */
  public boolean flag(String name) {
    return optional(name).map(JsonValue::bool).orElse(false);
  }

  /** Checks that no member was left out. */
  public void end() {
    for (Map.Entry<String, JsonValue> member : members.entrySet()) {
      if (!known.contains(member.getKey())) {
        throw member
            .getValue()
            .error("this key is not known: those here are " + String.join(", ", known));
      }
    }
  }
}
