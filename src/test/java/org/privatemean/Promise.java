package org.privatemean;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a class of tests that carries a part of what SECURITY.md promises. The page "Tests of the
 * promise" lists them, and {@link PromiseRecorder} writes how each went.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Promise {
  /** What these tests show, as a sentence for the page without its full stop. */
  String value();
}
