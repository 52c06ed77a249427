"""Weka's learners: the extra ``weka`` brings weka.jar, and a Java runtime of this machine runs it in this process."""
