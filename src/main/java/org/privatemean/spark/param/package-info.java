/** What a user set on a stage, checked and read into the requests of each trust model. */
@Internal
package org.privatemean.spark.param;

import org.privatemean.annotation.Internal;
