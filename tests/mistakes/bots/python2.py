import sys
print "ugiok"
