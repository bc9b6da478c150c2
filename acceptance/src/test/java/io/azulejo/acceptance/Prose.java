package io.azulejo.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds long sentences and phrases that read like a word-for-word translation. */
final class Prose {
  /** Longer sentences are findings. */
  static final int MOST_WORDS = 35;

  private static final Pattern COMMENT =
      Pattern.compile(
          "(?s)\"\"\".*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:\\\\.|[^'\\\\\\n])+'"
              + "|(/\\*.*?\\*/|//[^\\n]*(?:\\n\\s*//[^\\n]*)*)");

  private static final Pattern LITERAL =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|//[^\\n]*|'(?:\\\\.|[^'\\\\\\n])+'"
              + "|((?:\"(?:[^\"\\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*(?=\"))?)+)");

  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?:;])\\s+(?=[A-Z\"(X])");
  private static final Pattern ITEM =
      Pattern.compile("\\n\\s*(?:[-*|#]|<p>|<li>|@|\\d+\\.)|\\||\\n\\s*\\n");

  private final Pattern phrases;

  /**
   * A finder.
   *
   * @param phrases the phrases to find, in any case, between word boundaries
   */
  Prose(List<String> phrases) {
    this.phrases =
        Pattern.compile(
            "\\b(?:" + String.join("|", phrases.stream().map(Pattern::quote).toList()) + ")\\b",
            Pattern.CASE_INSENSITIVE);
  }

  /** Returns what is wrong with the text of a Markdown document, each with its sentence. */
  List<String> inDocument(String markdown) {
    return in(markdown.replaceAll("(?s)```.*?```", "\n\n"));
  }

  /** Returns what is wrong with the comments of Java code. */
  List<String> inComments(String java) {
    List<String> findings = new ArrayList<>();
    groups(
        COMMENT,
        java,
        comment ->
            findings.addAll(
                in(
                    comment
                        .replaceAll("(?s)<pre>.*?</pre>", "\n\n")
                        .replaceAll("(?m)^\\s*(?:/\\*\\*?|\\*/|\\*|//) ?", "")
                        .replace("*/", "")
                        .replaceAll("(?s)\\{@\\w+\\s+[^{}]*\\}", "X"))));
    return findings;
  }

  /** Returns what is wrong with the strings of Java code: messages, help. */
  List<String> inStrings(String java) {
    List<String> findings = new ArrayList<>();
    groups(
        LITERAL,
        java,
        strings -> findings.addAll(in(strings.replaceAll("\"\\s*\\+\\s*\"|\"", "").strip())));
    return findings;
  }

  private static void groups(Pattern pattern, String text, Consumer<String> action) {
    for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
      if (matcher.group(1) != null) {
        action.accept(matcher.group(1));
      }
    }
  }

  private List<String> in(String text) {
    List<String> findings = new ArrayList<>();
    String words = text.replaceAll("`[^`]*`", "X").replaceAll("\\]\\([^)]*\\)", "]");
    for (String item : ITEM.split(words)) {
      for (String sentence : SENTENCE_END.split(item.replaceAll("<[^>]*>", " "))) {
        String line = String.join(" ", sentence.strip().split("\\s+"));
        Matcher phrase = phrases.matcher(line);
        int count = line.split(" ").length;
        if (phrase.find()) {
          findings.add("\"" + phrase.group() + "\" in: " + line);
        } else if (count > MOST_WORDS) {
          findings.add(count + " words: " + line);
        }
      }
    }
    return findings;
  }
}
