/**
 * Everything the client throws once it is set up: one unchecked root, {@link
 * io.dorischangelog.client.error.ChangelogException}, and one final subclass per case in which a
 * caller would act differently. Wrong settings are {@link java.lang.IllegalArgumentException}
 * instead, thrown where the setting is given.
 */
@NullMarked
package io.dorischangelog.client.error;

import org.jspecify.annotations.NullMarked;
