-- Only the previous file needed it.
drop table self_registered_farmer;
